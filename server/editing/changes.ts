/** Applies changes of servers in order, and verifies after each that the server has the requested state. */
import * as l10n from '@vscode/l10n';
import type { AgentId } from '../../common/messages/agents.ts';
import type { Remark } from '../../common/messages/conversion.ts';
import type { FileRef, RefusedChange, ServerChange, ServerRef } from '../../common/messages/tool-servers.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import { quote } from '../config/language.ts';
import { stateInWords } from '../config/oh-my-pi/state-text.ts';
import { enabledAt } from '../config/servers/connection.ts';
import { nameProblem } from '../config/servers/server-names.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { copiedSecret, secretFields, sharedSecret } from '../convert/secrets.ts';
import { setEnabledIn } from './agent-switches.ts';
import { setEnabled } from './enablement.ts';
import { entryFor, entryOf, isOhMyPis, withoutServer, withRenamed, withServer } from './entries.ts';
import { type FilesDraft, type LocatedDefinition, Refusal } from './files-draft.ts';

import { remarksInSentences } from './portable/portable.ts';

/** The state that a server must have after a change. */
interface ExpectedState {
  readonly agent: Agent;
  readonly place: Place;
  /** As the files of the place are listed. */
  readonly uri: string;
  readonly section?: ServerRef['section'];
  readonly name: string;
  /** `used`: in effect, or once the user approves it. `there`: defined, in any state. */
  readonly wanted: 'inEffect' | 'used' | 'disabled' | 'there' | 'gone';
}

/** The result of one change. */
interface AppliedChange {
  readonly draft: FilesDraft;
  readonly expectations: readonly ExpectedState[];
  readonly remarks?: readonly Remark[];
}

export interface ServerChangesResult {
  readonly draft: FilesDraft;
  readonly refused: readonly RefusedChange[];
  /** Remarks on what Oh My Pi's format can't express; one sentence each. */
  readonly omitted: readonly string[];
}

/**
 * Applies the changes that can be applied. Refuses a change that wouldn't have the requested result, or that would undo
 * an earlier one.
 * @param draft as the agent of the servers reads the files
 * @param placeOf returns the place of a workspace folder; `null`: no folder is open
 * @param agentOf returns the agent for whose file a server is copied
 */
export function applyServerChanges(
  draft: FilesDraft,
  changes: readonly ServerChange[],
  placeOf: (folder: string | null) => Place,
  agentOf: (id: AgentId | undefined) => Agent = () => draft.agent,
): ServerChangesResult {
  let current = draft;
  const expectations: ExpectedState[] = [];
  const refused: RefusedChange[] = [];
  const omitted: string[] = [];
  for (const [index, one] of changes.entries()) {
    try {
      const { draft: next, expectations: added, remarks = [] } = applyServerChange(current, one, placeOf, agentOf);
      for (const state of [...added, ...expectations]) assertExpected(next, state);
      current = next;
      expectations.push(...added);
      omitted.push(...remarksInSentences(remarks));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ index, reason: error.message, ...(error.isBySetting && { isBySetting: true }) });
    }
  }
  return { draft: current, refused, omitted };
}

function applyServerChange(
  draft: FilesDraft,
  one: ServerChange,
  placeOf: (folder: string | null) => Place,
  agentOf: (id: AgentId | undefined) => Agent,
): AppliedChange {
  if (one.kind === 'add') {
    const { to, name, server } = one;
    const problem = nameProblem(name);
    if (problem !== undefined) throw new Refusal(problem);
    const place = placeOf(to.folder);
    const source = sourceOf(draft, place, to);
    const entry = entryOf(name, server, source);
    return {
      draft: withServer(draft, place, source, name, entry),
      expectations: [expected(draft, place, { ...to, name }, isOhMyPis(draft, source) ? 'inEffect' : 'used')],
      remarks: entry.remarks,
    };
  }
  const { server } = one;
  const place = placeOf(server.folder);
  const found = draft.locate(place, server.uri, server.name, server.section);
  switch (one.kind) {
    case 'enable': {
      // What was off may have to be approved then. What waits for approval is approved.
      const isOff =
        draft.effective(place).find(found.file.source.uri, server.name, server.section)?.state === 'disabled';
      const on = expected(draft, place, server, isOff ? 'used' : 'inEffect');
      return { draft: switched(draft, place, found, true), expectations: [on] };
    }
    case 'disable':
      // The denylist would also disable the definition that is used instead.
      assertNotHidden(draft, place, found);
      return {
        draft: switched(draft, place, found, false),
        expectations: [expected(draft, place, server, 'disabled')],
      };
    case 'remove':
      return { draft: withoutServer(draft, place, found), expectations: [expected(draft, place, server, 'gone')] };
    case 'rename': {
      const problem = nameProblem(one.name);
      if (problem !== undefined) throw new Refusal(problem);
      const state = draft.effective(place).find(found.file.source.uri, server.name, server.section)?.state;
      return {
        draft: withRenamed(draft, place, found, one.name),
        expectations: [
          expected(draft, place, { ...server, name: one.name }, state === 'disabled' ? 'disabled' : 'there'),
          expected(draft, place, server, 'gone'),
        ],
      };
    }
    case 'copy':
    case 'move': {
      const { to } = one;
      const target = placeOf(to.folder);
      const there = draft.as(agentOf(to.agent));
      const destination = sourceOf(there, target, to);
      const { source } = found.file;
      if (destination.key === source.key && destination.section === source.section)
        throw new Refusal(l10n.t('{0} is already in this file.', quote(server.name)));
      const { copied, remarks, secrets } = copiedTo(draft, place, found, there, target, destination);
      const [secret] = secrets;
      // The user's own files aren't shared, and those of the project are.
      if (secret !== undefined && destination.level === 'project' && source.level === 'user')
        throw new Refusal(`${quote(server.name)}: ${sharedSecret(secret, destination.label)}`);
      const arrived: ServerRef = { ...to, name: server.name };
      if (one.kind === 'copy')
        return {
          draft: copied.as(draft.agent),
          expectations: [expected(there, target, arrived, 'there')],
          remarks: [...remarks, ...secrets.map((field) => copiedRemark(server.name, field))],
        };
      const inEffect = draft.effective(place).find(source.uri, server.name, server.section)?.state === 'inEffect';
      return {
        draft: withoutServer(copied.as(draft.agent), place, found),
        expectations: [
          expected(there, target, arrived, inEffect ? 'used' : 'there'),
          expected(draft, place, server, 'gone'),
        ],
        remarks,
      };
    }
  }
}

/** @throws Refusal if the agent reads no such file */
function sourceOf(draft: FilesDraft, place: Place, { uri, section }: FileRef): Source {
  const source = draft.sourceAt(place, uri, section);
  if (source === undefined) throw new Refusal(l10n.t("{0} doesn't read this file.", draft.agent.name));
  return source;
}

/** Returns the draft with a copy of a server, in the format of its file. @param there as the agent of that file reads it @throws Refusal */
function copiedTo(
  draft: FilesDraft,
  place: Place,
  found: LocatedDefinition,
  there: FilesDraft,
  target: Place,
  destination: Source,
): { readonly copied: FilesDraft; readonly remarks: readonly Remark[]; readonly secrets: readonly string[] } {
  const { name } = found;
  const entry = entryFor(draft, place, found, destination);
  const copied = withServer(there, target, destination, name, entry);
  if (isOhMyPis(there, destination))
    assertSameSwitch(copied.locate(target, destination.uri, name), target, entry.isOff);
  return { copied, remarks: entry.remarks, secrets: secretFields(entry.value) };
}

function copiedRemark(server: string, field: string): Remark {
  return { kind: 'changed', server, field, reason: copiedSecret(), line: null };
}

/** @throws Refusal */
function switched(draft: FilesDraft, place: Place, found: LocatedDefinition, enabled: boolean): FilesDraft {
  const { agent } = draft;
  return isTableAgent(agent)
    ? setEnabledIn(agent, draft, place, found, enabled)
    : setEnabled(draft, place, found, enabled);
}

/** @throws Refusal */
function assertNotHidden(draft: FilesDraft, place: Place, { name, file }: LocatedDefinition): void {
  const now = draft.effective(place).find(file.source.uri, name, file.source.section);
  if (now?.state === 'overridden')
    throw new Refusal(l10n.t("{0} isn't in effect. {1}.", quote(name), stateInWords(now)));
}

/** Files accept different spellings of "enabled". @throws Refusal if a copied entry would be switched on or off */
function assertSameSwitch({ name, file, definition }: LocatedDefinition, place: Place, isOff: boolean): void {
  if ((enabledAt(place, definition.connection) === false) !== isOff)
    throw new Refusal(
      l10n.t(
        '"enabled" of {0} would have another effect in {1}. Set it to true or false first.',
        quote(name),
        file.source.label,
      ),
    );
}

/** Resolves the URI once, because the state is checked again after each later change. */
function expected(
  draft: FilesDraft,
  place: Place,
  { uri, name, section }: ServerRef,
  wanted: ExpectedState['wanted'],
): ExpectedState {
  return {
    agent: draft.agent,
    place,
    uri: draft.sourceAt(place, uri, section)?.uri ?? uri,
    name,
    wanted,
    ...(section && { section }),
  };
}

/** @throws Refusal with the state that the server would have instead */
function assertExpected(draft: FilesDraft, { agent, place, uri, name, wanted, section }: ExpectedState): void {
  const now = draft.as(agent).effective(place).find(uri, name, section);
  if (wanted === 'gone' ? now === undefined : wanted === 'there' ? now !== undefined : now?.state === wanted) return;
  if (wanted === 'used' && (now?.state === 'inEffect' || now?.state === 'pending')) return;
  if (now === undefined) throw new Refusal(l10n.t('{0} would no longer exist.', quote(name)));
  const words = stateInWords(now);
  const inSentence = words.charAt(0).toLowerCase() + words.slice(1);
  const reason = l10n.t('{0} in {1} would be {2}.', quote(name), now.source.label, inSentence);
  throw new Refusal(reason, now.reason.kind === 'setting');
}
