/** A summary as Copilot Chat asks for it, of the first half of the thirty turns: an hour's work of a model. */
export const copilotSummary = `<analysis>
The person opened with a question about dates.js and a standing rule, never to rename an export. Next they had node test.js
run: it failed with an AssertionError, because add subtracts. They asked for a fix that leaves test.js alone; add was
corrected in math.js and the test passed. They had slots.js read and set the rule that slots are in UTC, never in local
time. notes.md was created with one line about each module. rooms.js was read, and roomsStep3 now throws a RangeError on
negative values, after one edit whose old text was not found. bills.js was read; invoices must stay below 10,000 euros, and
checkLimit was added for that. The last command ran the test once more and then exited with 3 on purpose.
</analysis>

<summary>
1. Conversation Overview:
- Primary Objectives: "What is dates.js for? Never rename an export."; "Fix add so that the test passes. Do not touch test.js."; "Now slots.js as well, and remember: slots are in UTC, never in local time."; "Create notes.md with one line about each module."; "Make roomsStep3 throw a RangeError on negative values."; "Look at bills.js next; invoices must stay below 10,000 euros."
- Session Context: A small booking service of ES modules is read file by file, a failing test is mended, guards are added.
- User Intent Evolution: From questions about single modules to small changes, then to checks of the remaining modules.

2. Technical Foundation:
- Node ES modules: package.json has "type": "module"; there are no dependencies.
- Tests: node test.js with node:assert/strict; it prints "1 passed".

3. Codebase Status:
- math.js: exports add(a, b). Current State: return a + b, after the fix. All modules import it.
- test.js: must not be touched. Expects add(2, 3) to be 5.
- dates.js, slots.js, mail.js, names.js: forty steps each (datesStep0 to datesStep39 and so on); unchanged.
- rooms.js: roomsStep3 throws RangeError("negative") below zero.
- bills.js: checkLimit(total) throws RangeError("limit") from 10_000 on.
- notes.md: new; "# Notes" and a line about dates.js.

4. Problem Resolution:
- Issues Encountered: node test.js failed with exit code 1, because add subtracted. An edit of rooms.js found no text to replace.
- Solutions Implemented: the sign in math.js was changed; the edit of rooms.js was made again with the right text.
- Lessons Learned: read a module before it is edited, as the steps are alike.

5. Progress Tracking:
- Completed Tasks: add fixed, notes.md written, roomsStep3 guarded, checkLimit added.
- Partially Complete Work: the remaining modules are read and checked one by one.
- Validated Outcomes: node test.js passes.

6. Active Work State:
- Current Focus: reading the modules once more at the person's request.
- Recent Context: the person has each module checked and wants a short verdict.
- Immediate Context: no module has shown a fault so far.

7. Recent Operations:
- Last Agent Commands: read_file on a module, lines 1 to 240.
- Tool Results Summary: forty steps that add a constant and round where options.round is set.
- Pre-Summary State: about to say whether the module is fine.
- Operation Context: the check that the person asked for.

8. Continuation Plan:
- Say what the module does, in one sentence.
- Keep the rules: no renamed export, test.js untouched, slots in UTC, invoices below 10,000 euros.
- Next Action: answer the person's latest request.
</summary>
`;
