/** Where a report of a wrong fact goes: an address that the user opens. Nothing is sent. */
import { attempt } from './attempt.ts';
import { isRecord, isText } from './guards.ts';

/** Longer addresses are refused by servers. */
const maxBody = 5000;

/** Returns the report as a text, with the version of Switchyard. */
export const reportText = ({ title, body }: { readonly title: string; readonly body: string }, version: string) =>
  `${title}\n\nSwitchyard: ${version}\n${body}\n`;

/**
 * Returns the address of a new issue with the report filled in. Undefined if the package names no place for issues.
 * @param manifest the content of package.json
 */
export function issueAddress(
  manifest: unknown,
  report: { readonly title: string; readonly body: string },
): string | undefined {
  if (!isRecord(manifest)) return undefined;
  const { bugs, repository, version } = manifest;
  const named = urlIn(bugs) ?? repositoryIssues(urlIn(repository));
  const address = named === undefined ? undefined : attempt(() => new URL(named));
  if (address?.protocol !== 'https:') return undefined;
  const path = address.pathname.replace(/\/$/, '');
  address.pathname = path.endsWith('/new') ? path : `${path}/new`;
  address.searchParams.set('title', report.title);
  address.searchParams.set('body', `Switchyard: ${String(version)}\n${report.body}`.slice(0, maxBody));
  return address.href;
}

/** A text, or an object with the URL. */
const urlIn = (value: unknown): string | undefined =>
  isText(value) ? value : isRecord(value) && isText(value.url) ? value.url : undefined;

function repositoryIssues(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const plain = url.replace(/^git\+/, '').replace(/\.git$/, '');
  return `${plain}/issues`;
}
