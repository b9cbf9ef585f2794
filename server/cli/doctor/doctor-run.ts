/** The connection test of `doctor --run`, as the last link of a chain. Each definition is tested once, after consent. */
import path from 'node:path';
import process from 'node:process';
import { ConnectionTestError } from '../../../common/connection-test/failure.ts';
import { serverEnvironment } from '../../../common/connection-test/launch/expand.ts';
import { type LaunchPlan, planLaunch } from '../../../common/connection-test/launch/launch-plan.ts';
import { statelessRevision } from '../../../common/protocol-revisions.ts';
import type { EffectiveServer } from '../../config/oh-my-pi/effective.ts';
import { serverDefinition } from '../../config/servers/server-definition.ts';
import { broken, holds, uncertain } from '../../doctor/link.ts';
import type { Tested } from '../../doctor/protocol-link.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { UsageError } from '../arguments/options.ts';
import { counted } from '../check/reports/report-text.ts';
import { connect, failureTexts } from '../lock/connect.ts';
import { agrees } from '../lock/lock-servers.ts';
import type { Terminal } from '../output/terminal.ts';

interface RunContext {
  readonly workspace: Workspace;
  /** Absolute path of the project. */
  readonly folder: string;
  /** True if the user has agreed to all tests. */
  readonly agreed: boolean;
  readonly terminal: Terminal;
}

/** Returns the test of a server. @throws UsageError if it needs consent and there is no terminal to ask on */
export function connectionTest({ workspace, folder, agreed, terminal }: RunContext) {
  if (!agreed && terminal.ask === undefined)
    throw new UsageError('doctor --run starts and contacts servers. Use --yes, or run it on a terminal and answer.');
  const signal = terminal.interruption?.() ?? new AbortController().signal;
  const tested = new Map<string, Promise<Tested>>();
  return (server: EffectiveServer): Promise<Tested> => {
    const { source, definition } = server;
    const key = `${source.key}\n${definition.key.offset}`;
    const link = tested.get(key) ?? test(server);
    tested.set(key, link);
    return link;
  };

  async function test({ name, source, definition }: EffectiveServer): Promise<Tested> {
    const text = workspace.documents.textOf(source.uri) ?? '';
    const written = serverDefinition(definition, text, workspace.places.version);
    if (written === undefined) return untested("Not tested: its values aren't all in the file.");
    const plan = planLaunch(written, serverEnvironment(process.env), (cwd) => path.resolve(folder, cwd));
    const isAllowed = agreed || (await agrees(name, plan, terminal, signal));
    signal.throwIfAborted();
    return isAllowed ? run(plan) : untested('Not tested.');
  }

  async function run(plan: LaunchPlan): Promise<Tested> {
    try {
      const { tools, revisions } = await connect(plan, terminal, signal);
      const text = tools === undefined ? 'Connected.' : `Connected: ${counted(tools.length, 'tool')}.`;
      const refusesOthers = revisions[0] === statelessRevision;
      return { link: holds('connection', text), revisions: { known: revisions, refusesOthers } };
    } catch (error) {
      if (!(error instanceof ConnectionTestError)) throw error;
      signal.throwIfAborted();
      const link = broken('connection', failureTexts(error, plan).join(' '), undefined);
      const { failure } = error;
      if (failure.kind !== 'revision') return { link };
      return { link, revisions: { known: failure.supported, refusesOthers: true } };
    }
  }
}

const untested = (why: string): Tested => ({ link: uncertain('connection', why) });
