/** What the page of a failed run says, and doesn't say, for the pairs of runs in test/fixtures/what-changed.txt. */
import { describe, expect, test } from 'vitest';
import { readText } from '../../../../scripts/lib/repository.ts';
import type { StepExecution, VersionDetails } from '../../../../src/service/api/index.ts';
import type { LoadedRun } from '../../../../src/service/panels/run/load-changes.ts';
import { runPageText } from '../../../../src/service/panels/run/run-text.ts';
import { runViewModel } from '../../../../src/service/panels/run/run-view-model.ts';
import { stepChanges } from '../../../../src/service/panels/run/what-changed.ts';
import { attemptsOf } from '../../../../src/service/session/runs/attempts.ts';
import type { RunDetail } from '../../../../src/service/session/runs/run-detail.ts';
import { iso, now, run, step } from './fixtures.ts';

const [legend = '', ...sections] = readText('test/fixtures/what-changed.txt').split('\n## ');
const cases = sections.map((text) => {
  const [title = '', ...lines] = text.trimEnd().split('\n');
  return { title, lines: lines.filter((line) => line !== '') };
});

const time = (milliseconds: number) => new Date(milliseconds).toISOString();

function runOf(text: string): RunDetail {
  const [head = '', ...rows] = text.split(' | ');
  const [type = '', version = '', status = '', day = ''] = head.split(' ');
  const created = Date.parse(`2026-11-${day.padStart(8, '0')}:00Z`);
  let next = 0;
  const unread = rows.filter((row) => row === '?').length;
  const steps = rows
    .filter((row) => row !== '?')
    .map((row, index): StepExecution => {
      const [, name = '', result = '', length = '', at, attempt, error] =
        /^(.+?) ([A-Z]+) ([\d.]+)(?: @(-?\d+))?(?: #(\d+))?(?: (.+))?$/.exec(row) ?? [];
      const start = at === undefined ? next : Number(at);
      next = start + Number(length);
      return step(name === '-' ? '' : name, {
        ...{ id: `s${index}`, status: result, duration: Number(length), attempt: Number(attempt ?? 1) },
        error: error ?? null,
        created_at: time(created + start * 1000),
        started_at: time(created + start * 1000),
        finished_at: time(created + next * 1000),
      });
    });
  const times = { created_at: time(created), started_at: time(created), finished_at: time(created + 600_000) };
  const names = { version_id: version, version_display_name: version };
  return {
    ...run(steps, { id: day, type, status, ...names, ...times, step_count: rows.length }),
    ...(unread > 0 && { unreadableSteps: { count: unread, why: 'steps[1].id: must be string' } }),
  };
}

function versionOf(text: string): VersionDetails {
  const [name = '', revision, day = '', parent, ...message] = text.split(' ');
  const created_at = `2026-11-${day.padStart(2, '0')}T12:00:00Z`;
  const facts = { state: 'published', created_at, updated_at: created_at };
  return {
    ...{ id: name, display_name: name, revision: Number(revision), ...facts },
    ...(parent && { parent: { id: parent, uid: parent, display_name: parent, revision: 1, ...facts } }),
    commit_message: message.join(' ') || null,
  };
}

function loadedOf(lines: readonly string[]): LoadedRun {
  const all = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  const [one = ''] = all('run');
  const later = runOf(one);
  const before = all('before').map(runOf)[0];
  const versions = all('version').map(versionOf);
  const of = (id: string | undefined) => versions.find((version) => version.id === id);
  const gone = all('gone');
  const pair = { before: of(before?.version_id), after: of(later.version_id) };
  const revisions = [pair.before?.revision ?? 0, pair.after?.revision ?? 0];
  const [searched = '0', how] = all('search')[0]?.split(' ') ?? [];
  const [runs = 0, failed = 0, compared = 0, alike = 0] = all('earlier')[0]?.split(' ').map(Number) ?? [];
  const notFound = new Error('not found');
  const sent = (name: string) => all(name).map((body) => ({ at: now, body, status: 202, response: '{"ok":true}' }))[0];
  const changes = {
    before,
    ...(gone.includes('run') && { beforeProblem: notFound }),
    search: {
      ...{ run: before, searched: Number(searched), isComplete: how === 'whole' },
      ...(gone.includes('row') && { unreadable: { count: 1, why: 'items[3].id: must be string' } }),
    },
    versions: {
      ...pair,
      between: gone.includes('version')
        ? []
        : versions
            .filter(({ revision }) => revision > Math.min(...revisions) && revision <= Math.max(...revisions))
            .sort((a, b) => b.revision - a.revision),
      isWhole: true,
      ...(gone.includes('version') && { problem: notFound }),
    },
    payload: sent('sent before'),
    ...(all('earlier').length > 0 && {
      earlier: { since: { runs, failed }, compared, alike, oldest: iso(0), runs: [] },
    }),
  };
  return { run: later, payload: sent('sent'), ...(how !== undefined && { changes }) };
}

describe('the page of a run', () => {
  test('has at least ten pairs, and a legend', () => {
    expect(legend).toMatch(/^# Pairs of runs/);
    expect(cases.length).toBeGreaterThanOrEqual(10);
  });

  test.each(cases)('says what the records say if $title', ({ lines }) => {
    const isIncluded = lines.includes('included: yes');
    const view = runViewModel(loadedOf(lines), 'Lead enrichment', now, { includesPayload: isIncluded });
    const text = `${runPageText(view)}\n[Publish ${view.changes?.publishable} Again…]`;
    for (const line of lines) {
      if (line.startsWith('+ ')) expect(text).toContain(line.slice(2));
      else if (line.startsWith('- ')) expect(text).not.toContain(line.slice(2));
      else expect(line).toMatch(/^(?:before|run|version|search|earlier|gone|sent|sent before|included): /);
    }
  });

  test('compares 2,000 steps in each run, and shows the first ones that differ', () => {
    const steps = (length: number) =>
      Array.from({ length: 2000 }, (_, at) => {
        const times = { created_at: iso(at), started_at: iso(at), finished_at: iso(at + 1) };
        return step(`step ${at % 500}`, { id: String(at), duration: length, ...times });
      });
    const [before, later] = [run(steps(1)), run(steps(5), { status: 'FAILED' })];
    const { changes } = loadedOf(['run: TEST v1 FAILED 10T12:00', 'search: 1 whole']);
    const loaded: LoadedRun = { run: later, changes: changes && { ...changes, before } };
    const view = runViewModel(loaded, 'Lead enrichment', now).changes;
    expect([view?.steps.length, view?.stepNotes]).toEqual([50, ['1950 more steps differ.']]);
  });

  test('has at most 100,000 characters for a model, however many steps have long errors', () => {
    const steps = Array.from({ length: 60 }, (_, at) =>
      step(`step ${at}`, { id: String(at), status: 'FAILED', error: `${at} `.repeat(15_000) }),
    );
    const text = runPageText(runViewModel({ run: run(steps, { status: 'FAILED' }) }, 'Lead enrichment', now));
    expect(text).toHaveLength(100_000);
  });

  test.each([
    ['one step that runs again and again', () => 1],
    ['attempts that count down', (at: number) => 3000 - at],
    ['attempts that count up', (at: number) => at],
  ])('reads each attempt a constant number of times: %s', (_, attemptAt) => {
    let reads = 0;
    const steps = Array.from({ length: 3000 }, (_, at) => {
      const one = step('a', { id: String(at), created_at: iso(at) });
      const attempt = attemptAt(at);
      return Object.defineProperty({ ...one }, 'attempt', {
        get() {
          reads++;
          return attempt;
        },
      });
    });
    expect([...attemptsOf(steps).values()].flat()).toHaveLength(3000);
    expect(reads).toBeLessThanOrEqual(3 * 3000);
  });

  test('gives an attempt to the step that was active last', () => {
    const attempts = [1, 1, 2, 2, 3].map((attempt, at) => step('a', { id: String(at), attempt, created_at: iso(at) }));
    const ids = [...attemptsOf(attempts).values()].map((all) => all.map(({ id }) => id).join(''));
    expect(ids).toEqual(['034', '12']);
  });

  test('counts attempts from 0 or from 1, and takes a step that runs again for another one', () => {
    const attempt = (number: number, at: number, status = 'FAILED') =>
      step('a', {
        id: String(at),
        attempt: number,
        status,
        created_at: iso(at),
        started_at: iso(at),
        finished_at: iso(at),
      });
    const one = run([attempt(1, 1), attempt(2, 2, 'SUCCEEDED'), attempt(1, 3, 'SUCCEEDED')]);
    const other = run([attempt(0, 1), attempt(1, 2, 'SUCCEEDED'), attempt(0, 3, 'SUCCEEDED')]);
    expect(stepChanges(one, other)).toEqual({ changed: [], missing: [], same: 2 });
  });
});
