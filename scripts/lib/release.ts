/** Requirements of every release: version, changelog, licenses. */
import type { BundledPackage } from './bundled-packages.ts';
import { npmName, npmOwner } from './npm-name.ts';

export interface ReleaseCheck {
  readonly name: string;
  /** Undefined if the requirement is met. */
  readonly problem: string | undefined;
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Marketplaces support only numeric versions: an odd minor version is a pre-release, an even one a release. */
export function isPreRelease(version: string): boolean {
  const [, , minor] = VERSION.exec(version) ?? [];
  if (minor === undefined) throw new Error(`${version} isn't a version of three numbers.`);
  return Number(minor) % 2 === 1;
}

/** @param locked the version in package-lock.json @param tags of other commits */
export function versionProblem(version: string, locked: string, tags: readonly string[]): string | undefined {
  if (!VERSION.test(version)) return `${version} isn't a version of three numbers.`;
  if (version !== locked) return `package.json has ${version}, package-lock.json ${locked}. Run npm install.`;
  if (tags.includes(`v${version}`)) return `${version} is released already.`;
  return undefined;
}

/** A release needs a dated section, and "Unreleased" must be empty. */
export function changelogProblem(text: string, version: string): string | undefined {
  const sections = text.split(/^## /m).slice(1);
  const [first] = sections.filter((section) => section.replace(/^Unreleased\s*/, '') !== '');
  const heading = first?.split('\n')[0] ?? '';
  if (new RegExp(`^${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`).test(heading)) return undefined;
  return `CHANGELOG.md needs the section "## ${version} - <date>" on top, and nothing in "Unreleased".`;
}

/** Licenses that allow shipping a package inside a bundle, with its notice. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
]);

export function licenseProblems(packages: readonly BundledPackage[]): string | undefined {
  const others = packages.filter(({ license }) => !ALLOWED.has(license));
  if (others.length === 0) return undefined;
  return `Decide first on ${others.map(({ name, license }) => `${name} (${license})`).join(', ')}.`;
}

/**
 * Nothing may point to an npm package of somebody else.
 * @param owners of the published package; undefined if it isn't published
 * @param texts of files that name packages of the registry, by file
 */
export function packageNameProblem(
  owners: readonly string[] | undefined,
  texts: Readonly<Record<string, string>>,
): string | undefined {
  if (owners !== undefined && !owners.includes(npmOwner)) return `${npmName} on npm belongs to ${owners.join(', ')}.`;
  const others = Object.entries(texts).flatMap(([file, text]) =>
    [...text.matchAll(/pkg:npm\/([^@\s]+)@|npmjs\.com\/package\/(\S+)/g)]
      .map(([, purl, page]) => decodeURIComponent(purl ?? page ?? ''))
      .filter((name) => name !== npmName)
      .map((name) => `${file} names ${name}`),
  );
  return others.length === 0 ? undefined : `${others.join(', ')}, not ${npmName}.`;
}
