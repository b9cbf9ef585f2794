/** Requests and results of each tool. Tools that change something describe the change for confirmation first. */
import { l10n, MarkdownString } from 'vscode';
import { literal, wrapped } from '../../../common/text/literal.ts';
import { tools } from '../../shared/generated/names.ts';
import { knowledgeText, knownValue } from '../../shared/knowledge.ts';
import { leavingOutUnreadable } from '../../shared/list/unreadable.ts';
import { optional } from '../../shared/text/parse.ts';
import type { ApiClient, CallOptions } from '../api/index.ts';
import { omitUndefined } from '../api/json.ts';
import { loadRunPage, type RunSource } from '../panels/index.ts';
import { countOf } from '../session/paging/count.ts';
import { activeVersionOf } from '../session/workflows/active-version.ts';
import type { WorkflowStore } from '../session/workflows/workflow-store.ts';
import type { AccountTool } from './account-tool.ts';
import { commitMessage, id, limit, page, readToolInput, runStatus, workflowStatus } from './inputs.ts';

/** An invocation with validated input. */
export interface Invocation {
  /** Progress message while the tool runs. */
  readonly progressMessage: string;
  /** Returns the confirmation message for the change. Undefined if the tool changes nothing. */
  readonly confirmation?: (
    client: ApiClient,
    options: CallOptions,
  ) => Promise<{ title: string; message: MarkdownString }>;
  /** @returns a text, or what is sent to the model as JSON */
  readonly run: (client: ApiClient, options: CallOptions, source: RunSource) => Promise<unknown>;
  /** Updates the list of workflows after a change. */
  readonly applyToStore?: (workflows: WorkflowStore) => void;
}

const neverAborted = new AbortController().signal;

type Read = (input: unknown) => Invocation;

/** Each throws an Error with a readable message if the input is invalid. */
export const toolHandlers: Record<AccountTool, Read> = {
  [tools.listWorkflows]: (input) => {
    readToolInput(input, {});
    return {
      progressMessage: l10n.t('Listing workflows'),
      run: async (client, options) => {
        const { answer, ...unreadable } = await readable(options, (lenient) => client.listWorkflows(lenient));
        // The webhook URL starts the workflow, so only the tool for a single workflow returns it.
        return {
          total: answer.length,
          items: answer.map(({ webhook_url: _, ...workflow }) => workflow),
          ...unreadable,
        };
      },
    };
  },

  [tools.getWorkflow]: (input) => {
    const { workflow_id } = readToolInput(input, { workflow_id: id });
    return {
      progressMessage: l10n.t('Getting a workflow'),
      run: (client, options) => client.getWorkflow(workflow_id, options),
    };
  },

  [tools.listVersions]: (input) => {
    const { workflow_id, ...paging } = readToolInput(input, {
      workflow_id: id,
      page: optional(page),
      limit: optional(limit),
    });
    return {
      progressMessage: l10n.t('Listing versions of a workflow'),
      run: (client, options) =>
        pageOf(options, (lenient) => client.listVersions(workflow_id, omitUndefined(paging), lenient)),
    };
  },

  [tools.listRuns]: (input) => {
    const query = readToolInput(input, {
      workflow_id: optional(id),
      status: optional(runStatus),
      page: optional(page),
      limit: optional(limit),
    });
    return {
      progressMessage: l10n.t('Listing runs'),
      run: (client, options) => pageOf(options, (lenient) => client.listExecutions(omitUndefined(query), lenient)),
    };
  },

  [tools.getRun]: (input) => {
    const { run_id } = readToolInput(input, { run_id: id });
    return {
      progressMessage: l10n.t('Getting a run and its steps'),
      // The same text as the page's "Explain…" attaches.
      run: async (_, { signal = neverAborted }, source) => (await loadRunPage(source, run_id, signal)).text,
    };
  },

  [tools.setWorkflowStatus]: (input) => {
    const { workflow_id, status } = readToolInput(input, { workflow_id: id, status: workflowStatus });
    const enable = status === 'enabled';
    return {
      progressMessage: enable ? l10n.t('Enabling a workflow') : l10n.t('Disabling a workflow'),
      confirmation: async (client, options) => {
        const workflow = await client.getWorkflow(workflow_id, options);
        return {
          title: enable ? l10n.t('Enable this workflow?') : l10n.t('Disable this workflow?'),
          message: lines(
            ...named(workflow),
            [l10n.t('Current status'), workflow.status],
            [l10n.t('New status'), status],
            [l10n.t('Service'), client.origin],
          ),
        };
      },
      run: (client, options) => client.setWorkflowStatus(workflow_id, status, options),
      applyToStore: (workflows) => workflows.showStatus(workflow_id, status),
    };
  },

  [tools.publishVersion]: (input) => {
    const { workflow_id, version_id, commit_message } = readToolInput(input, {
      workflow_id: id,
      version_id: id,
      commit_message: optional(commitMessage),
    });
    return {
      progressMessage: l10n.t('Publishing a version'),
      confirmation: async (client, options) => {
        const [workflow, version] = await Promise.all([
          client.getWorkflow(workflow_id, options),
          client.getVersion(version_id, options),
        ]);
        const activeVersion = activeVersionOf(workflow);
        const activeId = knownValue(activeVersion);
        const active = activeId
          ? await client.getVersion(activeId, options).then(
              (one) => one.display_name,
              () => l10n.t('name unknown'),
            )
          : '';
        return {
          title: l10n.t('Publish this version as the active one?'),
          message: lines(
            ...named(workflow),
            [l10n.t('Version'), version.display_name],
            [l10n.t('Version ID'), version.id],
            [l10n.t('Revision'), String(version.revision)],
            [l10n.t('State'), version.state],
            [l10n.t('Active version'), knowledgeText(activeVersion, () => active)],
            ...(activeId ? [[l10n.t('Active version ID'), activeId] as const] : []),
            ...(commit_message ? [[l10n.t('Commit message'), commit_message, wholeText] as const] : []),
            [l10n.t('Service'), client.origin],
          ),
        };
      },
      run: (client, options) =>
        client.publish(workflow_id, { version_id, ...(commit_message ? { commit_message } : {}) }, options),
      applyToStore: (workflows) => workflows.setActiveVersion(workflow_id, version_id),
    };
  },
};

/** Leaves out rows that can't be read. @returns also how many, so that the model doesn't take the others for all */
async function readable<T>(options: CallOptions, call: (lenient: CallOptions) => Promise<T>) {
  const { answer, unreadable } = await leavingOutUnreadable((onUnreadable) => call({ ...options, onUnreadable }));
  return { answer, ...(unreadable && { unreadable_rows: unreadable }) };
}

type Page = {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly items: readonly unknown[];
};

/** Adds the number of the next page, so that the model doesn't have to compute it. */
async function pageOf<T extends Page>(options: CallOptions, call: (lenient: CallOptions) => Promise<T>) {
  const { answer, ...unreadable } = await readable(options, call);
  // A total that is lower than what came says nothing.
  const end = (answer.page - 1) * answer.limit + answer.items.length;
  const isEndKnown = countOf(answer.total) !== undefined && answer.total >= end;
  const isMore = answer.items.length > 0 && (isEndKnown ? end < answer.total : answer.items.length >= answer.limit);
  return { ...answer, ...unreadable, ...(isMore && { next_page: answer.page + 1 }) };
}

function named({ name, id: uid }: { readonly name: string; readonly id: string }): Line[] {
  return [
    [l10n.t('Workflow'), name],
    [l10n.t('Workflow ID'), uid],
  ];
}

type Line = readonly [label: string, value: string, most?: number];

/** Maximum number of characters of a name that are shown. */
const maxNameLength = 200;
const wholeText = Number.POSITIVE_INFINITY;
/** Characters per line. Longer values are wrapped. */
const maxLineWidth = 100;

/** Formats lines as plain text, because values from the service or a model must not change the confirmation. */
function lines(...all: readonly Line[]): MarkdownString {
  const texts = all.map(
    ([label, value, most = maxNameLength]) => `${label}: ${wrapped(literal(value, most), maxLineWidth)}`,
  );
  return new MarkdownString().appendCodeblock(texts.join('\n'), 'text');
}
