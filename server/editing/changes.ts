/** Changes of servers, made one after the other and each proven: after it the agent does with the server what was wanted. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../common/conversion.ts';
import type { ServerChange, ServerRef } from '../../common/tool-servers.ts';
import type { Place } from '../config/sources.ts';
import { stateInWords } from '../config/state-text.ts';
import { uriKey } from '../config/uris.ts';
import type { Draft } from './draft.ts';
import { carried, nameProblem, withoutServer, withServer } from './entries.ts';
import { written } from './layout.ts';
import { type LocatedDefinition, locateDefinition } from './locate-definition.ts';
import { type ReadFiles, remarksInSentences } from './portable.ts';
import { quoted, Refusal } from './refusal.ts';
import { disabled, enabled } from './switch.ts';

/** What to look for when a change has been made. */
interface Promised {
  readonly server: ServerRef;
  /** `there`: whatever becomes of it. */
  readonly wanted: 'inEffect' | 'disabled' | 'there' | 'gone';
}

/** One change made. */
interface Made {
  readonly draft: Draft;
  readonly promised: readonly Promised[];
  readonly remarks?: readonly Remark[];
}

export interface Changed {
  readonly draft: Draft;
  readonly refused: readonly { readonly index: number; readonly reason: string }[];
  /** What the agent's format has no words for; a sentence each. */
  readonly left: readonly string[];
}

/**
 * Makes the changes that can be made. One is refused where it would not come to what was wanted, or would undo one before it.
 * @param files what conversion makes of the other tools' files that servers are copied from
 * @param placeOf the place that a folder of the workspace is; `null`: no folder is open
 */
export function change(
  draft: Draft,
  files: ReadFiles,
  changes: readonly ServerChange[],
  placeOf: (folder: string | null) => Place,
): Changed {
  let made = draft;
  const kept: Promised[] = [];
  const refused: { index: number; reason: string }[] = [];
  const left: string[] = [];
  for (const [index, one] of changes.entries()) {
    try {
      const { draft: next, promised, remarks = [] } = changed(made, files, one, placeOf);
      for (const promise of [...promised, ...kept]) assertKept(next, promise, placeOf);
      made = next;
      kept.push(...promised);
      left.push(...remarksInSentences(remarks));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ index, reason: error.message });
    }
  }
  return { draft: made, refused, left };
}

function changed(draft: Draft, files: ReadFiles, one: ServerChange, placeOf: (folder: string | null) => Place): Made {
  if (one.kind === 'add') {
    const { to, name, server } = one;
    const problem = nameProblem(name);
    if (problem !== undefined) throw new Refusal(problem);
    return promise(withServer(draft, placeOf(to.folder), to.uri, name, written(server)), {
      server: { ...to, name },
      wanted: 'inEffect',
    });
  }
  const { server } = one;
  const place = placeOf(server.folder);
  const found = locateDefinition(draft, place, server.uri, server.name);
  switch (one.kind) {
    case 'enable':
      return promise(enabled(draft, place, found), { server, wanted: 'inEffect' });
    case 'disable':
      // The denylist would hit the definition that is used in its place.
      assertNotHidden(draft, place, found);
      return promise(disabled(draft, place, found), { server, wanted: 'disabled' });
    case 'remove':
      return promise(withoutServer(draft, place, found), { server, wanted: 'gone' });
    case 'copy':
    case 'move': {
      const { to } = one;
      if (uriKey(to.uri) === uriKey(server.uri))
        throw new Refusal(l10n.t('{0} is already in this file.', quoted(server.name)));
      const { value, remarks } = carried(files, found);
      const copied = withServer(draft, placeOf(to.folder), to.uri, server.name, value);
      const arrived: ServerRef = { ...to, name: server.name };
      if (one.kind === 'copy') return { ...promise(copied, { server: arrived, wanted: 'there' }), remarks };
      const inEffect = draft.effective(place).find(found.file.source.uri, server.name)?.state === 'inEffect';
      const moved = withoutServer(copied, place, found);
      return promise(moved, { server: arrived, wanted: inEffect ? 'inEffect' : 'there' }, { server, wanted: 'gone' });
    }
  }
}

/** @throws Refusal */
function assertNotHidden(draft: Draft, place: Place, { name, file }: LocatedDefinition): void {
  const now = draft.effective(place).find(file.source.uri, name);
  if (now?.state === 'overridden')
    throw new Refusal(l10n.t("{0} isn't in effect. {1}.", quoted(name), stateInWords(now)));
}

function promise(draft: Draft, ...promised: readonly Promised[]): Made {
  return { draft, promised };
}

/** @throws Refusal with what stands against it */
function assertKept(draft: Draft, { server, wanted }: Promised, placeOf: (folder: string | null) => Place): void {
  const place = placeOf(server.folder);
  const uri = draft.file(place, server.uri)?.source.uri ?? server.uri;
  const now = draft.effective(place).find(uri, server.name);
  if (wanted === 'gone' ? now === undefined : wanted === 'there' ? now !== undefined : now?.state === wanted) return;
  if (now === undefined) throw new Refusal(l10n.t('{0} would no longer exist.', quoted(server.name)));
  const words = stateInWords(now);
  throw new Refusal(
    l10n.t(
      '{0} in {1} would be {2}.',
      quoted(server.name),
      now.source.label,
      `${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    ),
  );
}
