/** Rows of the versions of a workflow. Text from the service is plain text, never markup. */

import { l10n, type MarkdownString, ThemeColor, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from 'vscode';
import { commands } from '../../shared/generated/names.ts';
import { knownValue } from '../../shared/knowledge.ts';
import { MoreRow, NoteRow, Row, rowItem } from '../../shared/list/row.ts';
import { unreadableText } from '../../shared/list/unreadable.ts';
import { log } from '../../shared/log.ts';
import { describeFailure, failureFacts } from '../../shared/text/failure-text.ts';
import { oneLine } from '../../shared/text/format.ts';
import { hover } from '../../shared/text/hover.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import type { WorkflowVersion } from '../api/index.ts';
import { referenceOf } from '../session/references.ts';
import type { ServiceSession } from '../session/session.ts';
import {
  fullVersionDescription,
  revisionText,
  versionDescription,
  versionIcon,
  versionLabel,
  versionTooltip,
} from './appearance.ts';

/** A row below a workflow. */
export abstract class WorkflowPart extends Row<ServiceSession> {
  /** ID of the workflow. */
  readonly workflow: string;

  /** @param id unique below the workflow */
  constructor(parent: Row<ServiceSession>, id: string) {
    const workflow = parent instanceof WorkflowPart ? parent.workflow : parent.id;
    super(parent.lists, `${workflow}/${id}`, parent);
    this.workflow = workflow;
  }
}

abstract class VersionPart extends WorkflowPart {
  /** ID of the version. */
  readonly version: string;

  constructor(parent: Row<ServiceSession>, id: string, version: string) {
    super(parent, id);
    this.version = version;
  }

  protected get isActive(): boolean {
    return this.version === knownValue(this.lists.workflows.activeVersion(this.workflow));
  }

  protected get openCommand() {
    return { command: commands.versions.open, title: l10n.t('Open Version'), arguments: [this] };
  }

  /** The list of versions doesn't include the commit message and the parent, so they're loaded for the hover. */
  override async hover(): Promise<MarkdownString | undefined> {
    const { versions } = this.lists;
    const { version, workflow } = this;
    const [argument, row] = [
      { kind: 'active', workflow, version },
      { kind: 'version', workflow, version },
    ];
    const links = [
      { title: l10n.t('Open Version'), command: commands.versions.open, argument },
      ...(this instanceof VersionRow
        ? [{ title: l10n.t('Compare…'), command: commands.versions.compare, argument: row }]
        : []),
      { title: l10n.t('Copy ID'), command: commands.versions.copyId, argument },
    ];
    try {
      const details = await versions.knownDetail(version);
      return hover(versionTooltip(details, this.isActive, details), links);
    } catch (error) {
      log().warn(`Details of version ${version} could not be loaded. ${failureFacts(error)}`);
      const known = versions.known(version);
      return known && hover(`${versionTooltip(known, this.isActive)}\n${describeFailure(error)}`, links);
    }
  }
}

/** The active version. */
export class ActiveRow extends VersionPart {
  constructor(parent: Row<ServiceSession>, version: string) {
    super(parent, 'active', version);
  }

  override get data(): string {
    return this.version;
  }

  override item(): TreeItem {
    const { versions, latest } = this.lists;
    const known = versions.known(this.version);
    // A run has the name if the versions aren't loaded.
    const run = latest.of(this.workflow).find(({ version_id }) => version_id === this.version);
    const name = oneLine(known?.display_name ?? run?.version_display_name ?? this.version);
    return rowItem(l10n.t('Active version'), {
      iconPath: new ThemeIcon('pass-filled', new ThemeColor('charts.green')),
      description: [name, ...(known ? [revisionText(name, known.revision)] : [])].filter(Boolean).join(' · '),
      contextValue: 'active',
      command: this.openCommand,
    });
  }
}

export class VersionsRow extends WorkflowPart {
  constructor(parent: Row<ServiceSession>) {
    super(parent, 'versions');
  }

  override item(): TreeItem {
    const total = this.lists.versions.total(this.workflow);
    return rowItem(l10n.t('Versions'), {
      collapsibleState: TreeItemCollapsibleState.Collapsed,
      iconPath: new ThemeIcon('versions'),
      contextValue: 'versions',
      ...(total !== undefined && { description: String(total) }),
    });
  }

  override async children(): Promise<Row<ServiceSession>[]> {
    const { versions } = this.lists;
    const notes: Row<ServiceSession>[] = [];
    try {
      await versions.ensure(this.workflow);
    } catch (error) {
      notes.push(new NoteRow(this, describeFailure(error), true));
    }
    const unreadable = versions.unreadable(this.workflow);
    if (unreadable) notes.push(new NoteRow(this, unreadableText(unreadable), true));
    const known = versions.versions(this.workflow);
    if (known.length === 0 && notes.length === 0) return [new NoteRow(this, l10n.t('No versions yet'))];
    void versions.loadMessages(this.workflow);
    if (!versions.isNewestKnown(this.workflow)) {
      const text = l10n.t('The service lists versions in no particular order, so newer versions may be missing here.');
      notes.push(new NoteRow(this, text));
    }
    if (versions.isRepeating(this.workflow)) {
      const text = l10n.t('The service sends the same versions for each page, so others may be missing here.');
      notes.push(new NoteRow(this, text));
    }
    const rows = [...notes, ...known.map(({ id }) => new VersionRow(this, id))];
    const progress = () => [versions.versions(this.workflow).length, versions.total(this.workflow)] as const;
    return versions.hasMore(this.workflow)
      ? [...rows, new MoreRow(this.lists, unlistedCommands.loadMoreVersions, progress, this)]
      : rows;
  }
}

export class VersionRow extends VersionPart {
  constructor(parent: VersionsRow, version: string) {
    super(parent, `version/${version}`, version);
  }

  get record(): WorkflowVersion | undefined {
    return this.lists.versions.known(this.version);
  }

  override item(): TreeItem {
    const { record, isActive } = this;
    if (!record) return rowItem(oneLine(this.version));
    const message = this.lists.versions.message(this.version);
    const name = versionLabel(record);
    return rowItem(name, {
      iconPath: versionIcon(record, isActive),
      description: versionDescription(record, message),
      contextValue: isActive ? 'version active' : 'version',
      accessibilityInformation: { label: `${name}, ${fullVersionDescription(record, isActive, message)}` },
      command: this.openCommand,
    });
  }
}

/** Returns the ID of the version in a command's argument: a row, or a reference from its hover. */
export function versionOf(argument: unknown): string | undefined {
  if (argument instanceof VersionPart) return argument.version;
  const reference = referenceOf(argument);
  return reference !== undefined && 'version' in reference ? reference.version : undefined;
}
