/**
 * `npm run test:outside`: asks real agents for their tool servers in each folder of `test/fixtures/outside/agents.txt`, and
 * compares the answers with our states. Then the connection test lists the tools of real servers, as other clients do, our
 * API client asks real gateways, and CodeMirror and Emacs show findings of our server. Not part of `npm test`, because it installs 4 GB of programs and
 * takes 20 minutes.
 *
 * - `--agent codex,opencode`: asks only these.
 * - `--only words`: only in folders with these words in their titles. `--missing`: only in folders without recorded answers.
 * - `--values`: only each property with right and wrong values, and whether a server with it is used.
 * - `--servers`, `--routers`, `--editors`: only the tool servers, the gateways, or the editors.
 * - `--newest`: the newest versions instead of the pinned ones.
 * - `--record`: records the answers, and generates docs/outside.md.
 * - `--raw`: also prints what the agents print.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.ts';
import { generate } from '../../scripts/generate.ts';
import { root } from '../../scripts/lib/repository.ts';
import type { AgentAnswer } from '../../server/agents/listed-use.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { type OutsideCase, outsideCases, writeCase } from './cases.ts';
import { differsInCodeMirror } from './codemirror.ts';
import { differsInEmacs } from './emacs.ts';
import { install, type ProgramId, programIds } from './programs.ts';
import * as recordings from './recorded.ts';
import { askRouters, type RecordedRouters, sameAnswer } from './routers.ts';
import { type ListedBy, listTools, type RecordedServers, realServers, sameTools } from './servers.ts';
import type { AcceptedValues, ValueCase } from './values.ts';

const everyAgent = programIds.join();
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    agent: { type: 'string', default: everyAgent },
    only: { type: 'string', default: '' },
    ...{
      values: flag,
      servers: flag,
      routers: flag,
      editors: flag,
      missing: flag,
      newest: flag,
      record: flag,
      raw: flag,
    },
  },
});
await generate();
// Our states import generated code.
const { ask } = await import('./ask.ts');
const { sameValues, usedValues, valueCases } = await import('./values.ts');
const { tableAgents } = await import('../../server/agents/all-agents.ts');
const { agree, cellKey, cellsOf, compareCase, openCase, reasons } = await import('./compare.ts');

const before = recordings.recordedAgents();
const known = reasons();
const chosen = values.agent.split(',');
const installed = programIds.filter((id) => chosen.includes(id)).map((id) => ({ id, ...install(id, values.newest) }));
const answers: Record<string, Record<string, AgentAnswer>> = { ...before.answers };
const all = outsideCases();
const waiting = all.filter(
  ({ title }) => title.includes(values.only) && !(values.missing && before.answers[title] !== undefined),
);
const today = new Date().toISOString().slice(0, 10);
let [passed, failed] = [0, 0];
const isPart = values.values || values.servers || values.routers || values.editors;
if (!isPart) await Promise.all([worker(), worker()]);
const isAll = !isPart && !values.missing && values.agent === everyAgent && values.only === '';
const servers = values.servers || isAll ? await askServers() : recordings.recordedServers();
const routers = values.routers || isAll ? await askClients() : recordings.recordedRouters();
const accepted = values.values
  ? { ...recordings.recordedValues(), ...(await askValues()) }
  : recordings.recordedValues();
if (values.editors || isAll) await askEditors();
if (values.record) await record();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Asks about each property with right and wrong values. */
async function askValues(): Promise<AcceptedValues> {
  const accepted: Record<string, Record<string, readonly string[]>> = {};
  for (const { id, file } of installed) {
    const table = tableAgents.find((agent) => agent.id === id)?.table;
    const ofAgent: Record<string, string[]> = {};
    for (const each of table === undefined ? [] : valueCases(id, table)) {
      if (!each.title.includes(values.only)) continue;
      const accepts = await acceptedIn(id, file, each);
      ofAgent[each.property] = [...(ofAgent[each.property] ?? []), ...accepts];
    }
    accepted[id] = { ...recordings.recordedValues()[id], ...ofAgent };
    const ours = table === undefined ? {} : usedValues(id, table);
    for (const [property, theirs] of Object.entries(ofAgent)) {
      const isSame = sameValues(id, theirs, ours[property] ?? []);
      if (isSame) passed++;
      else failed++;
      if (!isSame)
        console.log(`   ✗ ${id}, ${property}: it uses ${theirs.join('  ')}, we say ${ours[property]?.join('  ')}`);
    }
  }
  return accepted;
}

/** Asks about each value alone if the answer to all of them is an error. */
async function acceptedIn(id: ProgramId, file: string, each: ValueCase): Promise<readonly string[]> {
  const folder = new TemporaryFolder('outside');
  const { answer } = await ask(id, file, writeCase(each, folder.path));
  folder.remove();
  const alone = answer === 'refused' ? each.alone : [];
  const accepted = [];
  for (const one of alone) accepted.push(...(await acceptedIn(id, file, one)));
  const listed = Object.keys(each.values).filter((name) => answer !== 'refused' && answer[name] !== undefined);
  return [...listed.flatMap((name) => each.values[name] ?? []), ...accepted];
}

async function askEditors(): Promise<void> {
  const differences = { CodeMirror: await differsInCodeMirror(), Emacs: await differsInEmacs() };
  for (const [editor, difference] of Object.entries(differences)) {
    if (difference === undefined) passed++;
    else failed++;
    if (difference !== undefined) console.log(`   ✗ ${editor}: ${difference}`);
  }
}

/** Asks one server after the other, because some use a fixed port or file. */
async function askServers(): Promise<RecordedServers> {
  await build();
  const listed: Record<string, ListedBy> = {};
  for (const [name, server] of Object.entries(realServers)) {
    const tools = listTools(name, server, path.join(root, 'dist/cli.js'));
    listed[name] = tools;
    if (sameTools(tools) || server.reason !== undefined) passed++;
    else failed++;
    if (!sameTools(tools) && server.reason === undefined) console.log(`   ✗ ${name}: ${JSON.stringify(tools)}`);
  }
  return { on: today, listed };
}

async function askClients(): Promise<RecordedRouters> {
  const asked = await askRouters(today);
  for (const [way, pairs] of Object.entries(asked.answers))
    for (const [question, pair] of Object.entries(pairs)) {
      if (sameAnswer(pair)) passed++;
      else failed++;
      if (!sameAnswer(pair))
        console.log(`   ✗ ${way}, ${question}: openai "${pair.openai}", our client "${pair.ours}"`);
    }
  const { requests, violations } = asked.prism;
  passed += requests - violations.length;
  failed += violations.length;
  for (const violation of violations) console.log(`   ✗ Prism: ${violation}`);
  return asked;
}

async function worker(): Promise<void> {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await askAll(one);
}

async function askAll(each: OutsideCase): Promise<void> {
  const { title } = each;
  answers[title] ??= {};
  for (const { id, file } of installed) {
    if (each.ask.length > 0 && !each.ask.includes(id)) continue;
    // A new one for each agent, because some write into their home folder.
    const folder = new TemporaryFolder('outside');
    const folders = writeCase(each, folder.path);
    const workspace = await openCase(folders);
    const { answer, output } = await ask(id, file, folders);
    if (values.raw) console.log(`\n── ${title}, ${id}\n${output}`);
    answers[title][id] = answer;
    for (const cell of cellsOf(workspace, id, answer) ?? []) {
      const isExpected = agree(cell) || known.has(cellKey(title, id, cell.name));
      if (isExpected) passed++;
      else failed++;
      if (!isExpected)
        console.log(`   ✗ ${title}: ${id}, ${cell.name}: it says "${cell.theirs}", we say "${cell.text}"`);
    }
    folder.remove();
  }
}

async function record(): Promise<void> {
  const asked = Object.fromEntries(
    programIds.flatMap((id) => {
      const version = installed.find((each) => each.id === id)?.version.replace(/-.*/, '');
      const entry = version === undefined ? before.asked[id] : { version, on: today };
      return entry === undefined ? [] : [[id, entry]];
    }),
  );
  const ofCases = all.flatMap(({ title }) => (answers[title] ? [[title, answers[title]] as const] : []));
  const recorded: recordings.Recorded = { asked, answers: Object.fromEntries(ofCases) };
  const { agentsFile, serversFile, routersFile, valuesFile } = recordings;
  for (const [file, value] of Object.entries({
    [agentsFile]: recorded,
    [serversFile]: servers,
    [routersFile]: routers,
    [valuesFile]: accepted,
  }))
    writeFileSync(path.join(root, file), `${recordings.recordText(value)}\n`);
  const { outsidePage } = await import('./page.ts');
  const compared = [];
  for (const each of all) compared.push(...(await compareCase(each, answers[each.title] ?? {})));
  writeFileSync(path.join(root, 'docs/outside.md'), outsidePage(recorded, compared, servers, routers));
}
