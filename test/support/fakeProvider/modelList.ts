/** Entries of `GET /models`, as different servers write them. */

export const listedModels = {
	openAi: { id: 'gpt-5', object: 'model', created: 1_754_000_000, owned_by: 'openai' },
	openRouter: {
		id: 'anthropic/claude-sonnet-4.5',
		name: 'Anthropic: Claude Sonnet 4.5',
		context_length: 1_000_000,
		architecture: { modality: 'text->text' },
		pricing: { prompt: '0.000003', completion: '0.000015' },
		top_provider: { context_length: 200_000, max_completion_tokens: 64_000, is_moderated: true },
	},
	vllm: {
		id: 'Qwen/Qwen3-32B',
		object: 'model',
		owned_by: 'vllm',
		root: 'Qwen/Qwen3-32B',
		max_model_len: 40_960,
	},
	lmStudio: {
		id: 'qwen3-coder-30b',
		object: 'model',
		type: 'llm',
		state: 'loaded',
		max_context_length: 262_144,
		loaded_context_length: 32_768,
	},
	lmStudioNotLoaded: {
		id: 'granite-4',
		object: 'model',
		state: 'not-loaded',
		max_context_length: 131_072,
	},
	ollama: { id: 'llama3.2:3b', object: 'model', created: 1_760_000_000, owned_by: 'library' },
	llamaCpp: {
		id: 'gemma-3-4b',
		object: 'model',
		owned_by: 'llamacpp',
		meta: { n_ctx_train: 131_072, n_params: 4_000_000_000 },
	},
} as const;
