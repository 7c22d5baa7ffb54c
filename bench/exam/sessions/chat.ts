import { asked, type Exam } from '../question.ts';
import { prose } from './surrounding.ts';
import { Telling } from './telling.ts';

/** A long chat without a tool: planning how a choir's archive moves to another program. */

const session = new Telling('/');

/** A turn: what the person says, and what the assistant answers among things in general. */
function turn(seed: number, said: string, answer: string): void {
	session.person(said);
	session.says(`${prose(seed, 22)}\n\n${answer}\n\n${prose(seed + 400, 22)}`);
}

turn(
	61,
	'We are a choir with 6,200 scores in an old FileMaker database and want to move to something free. I am the only one who can program, a little Python. What would you do? Answer in short paragraphs please, no tables.',
	'With one person who programs I would look at three: Koha, which is made for libraries; a plain SQLite file with Datasette on top; and a spreadsheet. I lean to SQLite with Datasette, since Koha wants a server and somebody who looks after it.',
);
turn(
	62,
	'We tried Koha in 2027. It took Beatriz four months and nobody used it.',
	'Then Koha is out. I go on with SQLite and Datasette.',
);
turn(
	63,
	'What is in the database: title, composer, voices (like SATB), copies, shelf, and a field "loan" that people misuse for everything.',
	'The field loan should not move as it is. I would split it in two: loans with a date, and a note for the rest.',
);
turn(
	64,
	'Someone wrote phone numbers into it. Those must not go over.',
	'Phone numbers are dropped during the move: a row of loan that holds seven digits or more in a row goes to a list that you look through by hand.',
);
turn(
	65,
	'Shelves are called like "B-14-left". What about those which were renumbered in 2019?',
	'Keep a table old_shelf with the number before 2019, since the labels on about a third of the boxes still show it. Search has to find both.',
);
turn(
	66,
	'Composer names are a mess: "Bach, J.S.", "J. S. Bach", "Bach".',
	'I would match them against the GND, the authority file of the German National Library, rather than VIAF: its records have the short forms you quote. What matches nothing stays as it is, marked unchecked.',
);
turn(
	67,
	'How many would match?',
	'From the sample of 200 that you pasted 171 match at once, 18 after folding initials, 11 not at all. So about 340 of 6,200 need your eyes.',
);
turn(
	68,
	'And which plain "Bach" is meant?',
	'Never guess that one. A bare surname with more than one composer goes to the list; for Bach alone the sample has nine.',
);
turn(
	69,
	'OK. The library of the town wants an export of ours each quarter. They want MARCXML.',
	'Then MARCXML is written from SQLite by a script, with field 382 for the voices. I would do that last; nothing else depends on it.',
);
turn(
	70,
	'They just wrote: MODS is fine as well, and they prefer it.',
	'MODS then, not MARCXML: it is simpler to write, and voices go into a note of type "performers".',
);
turn(
	71,
	'Who may edit? I want singers to search without a password but not to change anything.',
	'Datasette reads only by default, so searching needs no password. Editing goes through datasette-write-ui for two accounts: you and Henrik.',
);
turn(72, 'Not Henrik, he leaves in June. Take Yuki.', 'You and Yuki then.');
turn(
	73,
	'Where should it run? We have a Raspberry Pi 4 in the rehearsal room and 12 euros a month.',
	'On the Pi, behind a Cloudflare tunnel, which costs nothing. A rented server for 5 euros would do as well; I prefer it only if the power in the rehearsal room is switched off at night.',
);
turn(
	74,
	'The power is switched off at 23:00 and on at 7:00, by the parish.',
	'That decides it: the rented server, not the Pi, for singers look things up at night. Netcup has one for 4.50 euros.',
);
turn(
	75,
	'Backups?',
	'litestream to a bucket, each second, and a copy on your own disk on the first of each month. Try restoring once before you trust it.',
);
turn(
	76,
	'I tried: litestream restore failed with "no snapshots found".',
	'That message comes when the path of the replica has a slash at its end. Take the slash away and restore again.',
);
turn(
	77,
	'That was it, it works now. 41 seconds for the whole file.',
	'Good. Write the 41 seconds down: if it ever takes minutes, something is wrong.',
);
turn(
	78,
	'The scores themselves: can we put scans in?',
	'Only of what is free. In Germany that is 70 years after the death of composer and of the editor; an edition of notes alone is protected for 25 years. I would store the year of death of both and show a scan only where both are past.',
);
turn(
	79,
	'The lawyer of the association says no scans at all this year.',
	'No scans, then. The columns for the years stay, so that it can be done later.',
);
turn(
	80,
	'What should the first test be? We have the Brahms Requiem in October.',
	'Move the shelf of the Requiem first: 84 copies in two editions (Peters and Carus). If the counts agree with the shelf, go on with the letter A.',
);
turn(
	81,
	'I counted: 79 Peters and 6 Carus, the database says 84.',
	'So 85 in all, one more than the database says; and the database does not part the editions. The table of copies needs a column edition.',
);
turn(
	82,
	'How long will the whole take me?',
	'Three weekends: one for schema and move, one for names, one for server and backups. The list by hand is extra, about six hours.',
);
turn(
	83,
	'We must be ready before the 1st of September, then the new season begins.',
	'Then begin on the second weekend of August at the latest.',
);
turn(
	84,
	'What did FileMaker do with accents? I saw "DvoÅ™Ã¡k".',
	'That is UTF-8 read as Windows-1250 and written again. Decode with ftfy, not by replacing pairs by hand; 212 titles have it.',
);
turn(
	85,
	'ftfy broke "Å" in a Swedish title.',
	'Run ftfy only on rows that hold "Ã" or "Å™", and keep the original in a column raw_title, so that nothing is lost.',
);
turn(
	86,
	'Name of the thing? The board wants one.',
	'Some ideas: Notenschrank, Cantorium, Stimmbuch.',
);
turn(87, 'The board took Stimmbuch.', 'Stimmbuch it is; I will call the repository stimmbuch.');
turn(
	88,
	'Which licence?',
	'For the program the MIT licence; for the data CC0, since lists of facts should be free to reuse.',
);
turn(
	89,
	'The board says CC BY for the data, they want to be named.',
	'CC BY 4.0 for the data, MIT for the program.',
);
session.person('Let us write the schema now.');
session.says(prose(990, 90));
session.person('Go on.');
session.says(prose(991, 90));
session.person('And now the script that moves the shelf of the Requiem.');

export const chat: Exam = {
	name: 'a long chat',
	messages: session.messages,
	questions: [
		asked(
			'How are answers to be written?',
			'short paragraphs, no tables',
			'short paragraphs  tables',
		),
		asked(
			'Why not Koha?',
			'tried in 2027, four months, nobody used it',
			'koha  four months|nobody used|2027|server',
		),
		asked('What was chosen?', 'SQLite with Datasette', 'sqlite  datasette'),
		asked('What becomes of the field loan?', 'split into loans and a note', 'loan  split|two|date'),
		asked('What must not go over?', 'phone numbers', 'phone numbers  must not|dropped|not go'),
		asked(
			'What is done with rows that hold phone numbers?',
			'seven digits or more go to a list',
			'seven digits  list|hand',
		),
		asked(
			'Why keep old shelf numbers?',
			'a third of the boxes still show them',
			'old_shelf|shelf  third|labels|2019',
		),
		asked(
			'Which authority file for names?',
			'GND, not VIAF',
			'gnd  viaf|short forms|national library',
		),
		asked('How many names need eyes?', 'about 340', '340'),
		asked(
			'What about a plain surname?',
			'never guess; goes to the list',
			'guess|surname  list|never',
		),
		asked('Which format does the town library get?', 'MODS', 'mods  prefer|marcxml|performers'),
		asked('Where do voices go in it?', 'a note of type performers', 'performers'),
		asked('Who may edit?', 'the person and Yuki', 'yuki'),
		asked('Why not Henrik?', 'he leaves in June', 'henrik  june'),
		asked('Why not on the Pi?', 'power is off at night', 'power  off  23:00|night|pi'),
		asked(
			'Where does it run?',
			'rented server, Netcup at 4.50',
			'netcup|rented server  4.50|server',
		),
		asked(
			'How are backups made?',
			'litestream and a copy on the first of the month',
			'litestream  first of each month|copy|bucket',
		),
		asked(
			'Why did the restore fail?',
			'slash at the end of the replica path',
			'slash  replica|restore|path',
		),
		asked('How long does a restore take?', '41 seconds', '41 seconds'),
		asked('Are there scans?', 'none this year, says the lawyer', 'no scans  year|lawyer'),
		asked('What moves first?', 'the shelf of the Brahms Requiem', 'requiem  first|shelf'),
		asked('How many copies of it are there?', '79 Peters and 6 Carus', '79  6 carus|85'),
		asked('When must it be ready?', '1 September', '1st of september|1 september|september'),
		asked(
			'How are broken accents mended?',
			'ftfy only on rows with those characters',
			'ftfy  rows|only',
		),
		asked('Where is the original title?', 'in raw_title', 'raw_title'),
		asked('What is it called?', 'Stimmbuch', 'stimmbuch'),
		asked('Which licence has the data?', 'CC BY 4.0, not CC0', 'cc by'),
		asked('How long will it take?', 'three weekends', 'three weekends'),
	],
};
