import { labelled, Script, type LabelledSession } from './labelled.ts';

/** A person who writes German, an assistant that works in English, items in both. */

const script = new Script()
	.person(
		'ziel',
		'Der Import der Messdaten ist zu langsam. Bitte beschleunige import_readings.py, aber die CSV-Spalten dürfen sich nicht ändern!',
	)
	.read(
		'lies',
		'ingest/import_readings.py',
		'import csv\n\ndef import_readings(path):\n    for row in csv.DictReader(open(path)):\n        session.add(Reading(**row))\n        session.commit()',
	)
	.run('messung1', 'python -m timeit_import data/march.csv', 'rows: 1200000\nelapsed: 412.6 s')
	.says(
		'befund',
		'Jede Zeile wird einzeln bestätigt (commit). Ich sammle die Zeilen und schreibe sie in Blöcken.',
	)
	.edit(
		'batch1',
		'ingest/import_readings.py',
		'session.commit()',
		'if len(pending) >= BATCH_SIZE:\n            session.bulk_save_objects(pending)',
	)
	.run('messung2', 'python -m timeit_import data/march.csv', 'rows: 1200000\nelapsed: 97.3 s')
	.person('schneller', 'Das ist besser, aber noch zu langsam. Kann man COPY verwenden?')
	.says(
		'copy',
		'Ja: COPY über psycopg umgeht das ORM. Ich habe mich dafür entschieden und lasse die Blockgröße als Rückfall stehen.',
	)
	.edit(
		'batch2',
		'ingest/import_readings.py',
		'session.bulk_save_objects(pending)',
		'with cursor.copy("COPY readings FROM STDIN (FORMAT csv)") as copy:\n        copy.write(buffer)',
	)
	.run(
		'fehler',
		'pytest tests/test_import.py -q',
		'E   psycopg.errors.InvalidDatetimeFormat: invalid input syntax for type timestamp: "31.03.2024"\n1 failed, 11 passed in 4.20s',
		1,
	)
	.edit(
		'datum',
		'ingest/dates.py',
		'datetime.fromisoformat(text)',
		"datetime.strptime(text, '%d.%m.%Y')",
	)
	.run('tests', 'pytest tests/test_import.py -q', '12 passed in 3.91s')
	.run('messung3', 'python -m timeit_import data/march.csv', 'rows: 1200000\nelapsed: 18.9 s')
	.person('zeitzone', 'Alle Zeitstempel sind in Europe/Berlin, bitte niemals UTC annehmen.')
	.edit(
		'zone',
		'ingest/dates.py',
		"strptime(text, '%d.%m.%Y')",
		"strptime(text, '%d.%m.%Y').replace(tzinfo=ZoneInfo('Europe/Berlin'))",
	)
	.run('tests2', 'pytest tests -q', '58 passed in 21.07s')
	.says(
		'fertig',
		'Der Import dauert jetzt knapp 19 Sekunden statt fast sieben Minuten. Die Zeitzone wird überall gesetzt.',
	);

export const german: LabelledSession = {
	name: 'german',
	messages: script.messages,
	numbers: script.numbers,
	items: labelled(`
Goal | import_readings.py soll schneller werden; die CSV-Spalten dürfen sich nicht ändern | ziel
Constraints & Preferences | „Alle Zeitstempel sind in Europe/Berlin, bitte niemals UTC annehmen.“ | zeitzone
Constraints & Preferences | The CSV columns must not change | ziel
Completed Actions | 1. Messung mit data/march.csv: 412.6 s für 1200000 Zeilen | messung1
Completed Actions | 2. Zeilen in Blöcken von BATCH_SIZE mit bulk_save_objects geschrieben | batch1 batch2
Completed Actions | 3. Zweite Messung: 97.3 s | messung2
Completed Actions | 4. COPY readings FROM STDIN in ingest/import_readings.py eingebaut | batch2
Completed Actions | 5. pytest tests/test_import.py fehlgeschlagen: InvalidDatetimeFormat "31.03.2024" | fehler
Completed Actions | 6. dates.py liest jetzt %d.%m.%Y mit strptime | datum zone
Completed Actions | 7. pytest tests/test_import.py — 12 passed | tests
Completed Actions | 8. ZoneInfo in ingest/dates.py gesetzt | zone
Active State | \`pytest tests -q\` → 58 bestanden | tests2
Active State | Letzte Messung 18.9 s | messung3
Key Decisions | COPY über psycopg statt ORM; die Blockgröße bleibt als Rückfall | copy
Relevant Files | ingest/dates.py — geändert | datum zone
Relevant Files | ingest/import_readings.py — geändert ×2 | batch1 batch2
Critical Context | Die Datenbank läuft auf db-prod-3.example.net:5433 |
Resolved Questions | Kann man COPY verwenden? Ja, über psycopg. | schneller copy
`),
};
