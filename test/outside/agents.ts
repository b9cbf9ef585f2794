/** Asks the agents in each folder of `test/fixtures/outside/agents.txt`, and records their answers. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { type Answer, ask } from './ask.ts';
import { type OutsideCase, outsideCases, writeCase } from './cases.ts';
import { install, type ProgramId, programIds } from './programs.ts';
import { recordedAgents, recordFile } from './recorded.ts';

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
};
const newest = process.argv.includes('--newest');
const words = option('--only') ?? '';
const chosen = option('--agent')?.split(',') ?? programIds;
const ids = programIds.filter((id) => chosen.includes(id));
const shows = process.argv.includes('--raw');

const installed = Object.fromEntries(ids.map((id) => [id, install(id, newest)]));
const before = recordedAgents();
const answers: Record<string, Record<string, Answer>> = { ...before.answers };
const all = outsideCases();
const isMissing = process.argv.includes('--missing');
const waiting = all.filter(({ title }) => title.includes(words) && !(isMissing && before.answers[title] !== undefined));
await Promise.all([worker(), worker()]);
const kept = Object.fromEntries(all.flatMap(({ title }) => (answers[title] ? [[title, answers[title]]] : [])));
const on = new Date().toISOString().slice(0, 10);
const asked = Object.fromEntries(
  programIds.flatMap((id) => {
    const version = installed[id]?.version.replace(/-.*/, '');
    const record = version === undefined ? before.asked[id] : { version, on };
    return record === undefined ? [] : [[id, record]];
  }),
);
writeFileSync(path.join(root, recordFile), `${JSON.stringify({ asked, answers: kept }, null, 1)}\n`);

async function worker(): Promise<void> {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) answers[one.title] = await askAll(one);
}

async function askAll(each: OutsideCase): Promise<Record<string, Answer>> {
  const found: Record<string, Answer> = { ...answers[each.title] };
  for (const id of ids) {
    if (each.ask.length > 0 && !each.ask.includes(id)) continue;
    // A new one for each agent, because some write into their home folder.
    const folder = new TemporaryFolder('outside');
    const { answer, output } = await ask(id as ProgramId, installed[id]?.file ?? '', writeCase(each, folder.path));
    if (shows) console.log(`\n── ${each.title}, ${id}\n${output}`);
    found[id] = answer;
    folder.remove();
  }
  console.log(`${each.title}: ${JSON.stringify(found)}`);
  return found;
}
