import { hookClients } from '../assistants/hook/clients.ts';
import { UsageError } from './parsedArguments.ts';

/** Completion of commands for a shell. */

const commands = [
	'compact',
	'sessions',
	'search',
	'recall',
	'mcp',
	'hook',
	'connect',
	'doctor',
	'completion',
] as const;

const shells = ['bash', 'zsh', 'fish'] as const;

const hooked = hookClients.map(({ name }) => name).join(' ');

const connectable = 'claude-code cline codex copilot-cli gemini-cli kilo opencode pi qwen-code';

/** What `--help` prints. */
const usage = `Usage: precis completion SHELL

Prints completion for a shell: ${shells.join(', ')}. To have it in every terminal:

  bash  add to ~/.bashrc:                    source <(precis completion bash)
  zsh   add to ~/.zshrc, behind compinit:    source <(precis completion zsh)
  fish  run once:                            precis completion fish > ~/.config/fish/completions/precis.fish
`;

/** The script of a shell. @throws {UsageError} Where it is none that is known. */
export function completion([shell = '', ...more]: readonly string[]): string {
	if (shell === '--help' || shell === '-h') {
		return usage;
	}
	if (more.length > 0) {
		throw new UsageError(`One SHELL at a time: ${more.join(' ')}`);
	}
	switch (shells.find((known) => known === shell)) {
		case 'bash':
			return bash;
		case 'zsh':
			return `#compdef precis
_precis() {
	if (( CURRENT == 2 )); then
		compadd -- ${commands.join(' ')}
		_files
	elif [[ \${words[2]} == hook ]]; then
		compadd -- ${hooked}
	elif [[ \${words[2]} == connect ]]; then
		compadd -- ${connectable}
	elif [[ \${words[2]} == completion ]]; then
		compadd -- ${shells.join(' ')}
	else
		_files
	fi
}
compdef _precis precis
`;
		case 'fish':
			return `complete -c precis -n __fish_use_subcommand -a '${commands.join(' ')}'
complete -c precis -f -n '__fish_seen_subcommand_from hook' -a '${hooked}'
complete -c precis -f -n '__fish_seen_subcommand_from connect' -a '${connectable}'
complete -c precis -f -n '__fish_seen_subcommand_from completion' -a '${shells.join(' ')}'
`;
		case undefined:
			throw new UsageError(`precis completion takes the name of a shell: ${shells.join(', ')}.`);
	}
}

const bash = `_precis() {
	local word="\${COMP_WORDS[COMP_CWORD]}"
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -f -W '${commands.join(' ')}' -- "$word"))
	else
		case "\${COMP_WORDS[1]}" in
			hook) COMPREPLY=($(compgen -W '${hooked}' -- "$word")) ;;
			connect) COMPREPLY=($(compgen -W '${connectable}' -- "$word")) ;;
			completion) COMPREPLY=($(compgen -W '${shells.join(' ')}' -- "$word")) ;;
			*) COMPREPLY=($(compgen -f -- "$word")) ;;
		esac
	fi
}
complete -F _precis precis
`;
