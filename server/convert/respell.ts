/** How a server is written in another format, with what is lost or changed. Every way to write servers uses it. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../common/generated/targets.ts';
import { cannotDisable } from './disabled-servers.ts';
import type { PortableServer } from './fields/read-server.ts';
import { writeServer } from './fields/write-server.ts';
import type { NewEntry, Placed } from './merging/merge.ts';
import type { Remarks } from './remarks.ts';

/** Returns the entry of a server; undefined, with a remark, if the format can't have it. */
export function respelled(server: PortableServer, to: TargetFormat, remarks: Remarks): NewEntry | undefined {
  if (!cannotDisable(server, to))
    return { server, value: to === 'command' ? server.fields : writeServer(server, to, remarks) };
  const tool = targetNames[to === 'command' ? 'claude-code' : to];
  const why = l10n.t("It is disabled, and {0} can't disable a server in its file.", tool);
  remarks.add('skipped', { server: server.label, at: server.at }, why);
  return undefined;
}

/** Reports the comments of an entry that is replaced. */
export function reportComments({ server, losesComments }: Placed, remarks: Remarks): void {
  if (losesComments === true)
    remarks.add('changed', { server: server.label }, l10n.t('Its table is written anew, without the comments in it.'));
}
