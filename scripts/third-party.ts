/** Names and license texts of bundled packages, as a notices file and as a software bill of materials. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { type BundledPackage, bundledPackages } from './lib/bundled-packages.ts';
import { root } from './lib/repository.ts';

const RULE = '-'.repeat(80);

/** Returns the text of THIRD-PARTY-NOTICES.txt. */
export function noticesOf(packages: readonly BundledPackage[]): string {
  const sections = packages.map(({ name, version, license, text }) => {
    const heading = `${name} ${version} (${license})`;
    const body = text === '' ? `The package has no license file. License: ${license}.` : text;
    return [RULE, heading, RULE, '', body, ''].join('\n');
  });
  return ['Switchyard contains code of these packages.', '', ...sections].join('\n');
}

/** Writes THIRD-PARTY-NOTICES.txt for these bundles. */
export async function writeNotices(
  metafiles: readonly Metafile[],
  folder: string,
  copied?: readonly string[],
): Promise<void> {
  await writeFile(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(bundledPackages(metafiles, copied)));
}

interface Component {
  readonly 'bom-ref': string;
  readonly [property: string]: unknown;
}

interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

/**
 * Returns a software bill of materials (CycloneDX, JSON) of the bundled packages, with the hashes of package-lock.json.
 * npm writes it for all packages of the project and marks the bundled ones as optional, because they are dev
 * dependencies.
 */
export function billOfMaterials(packages: readonly BundledPackage[]): string {
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const bill = JSON.parse(output) as Bill;
  const byRef = new Map(bill.components.map((component) => [component['bom-ref'], component]));
  const components = packages.map(({ name, version, license, isVendored }) => {
    if (isVendored === true) return vendoredComponent(name, version, license);
    const component = byRef.get(`${name}@${version}`);
    if (component === undefined) throw new Error(`package-lock.json has no ${name} ${version}.`);
    return { ...component, scope: 'required', properties: [] };
  });
  const product = { ...bill.metadata.component, name: 'switchyard', type: 'application', description: undefined };
  const dependencies = [
    { ref: product['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) },
    ...components.map((component) => ({ ref: component['bom-ref'], dependsOn: [] })),
  ];
  return `${JSON.stringify({ ...bill, metadata: { ...bill.metadata, component: product }, components, dependencies }, null, 2)}\n`;
}

function vendoredComponent(name: string, version: string, license: string): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl,
    licenses: [{ license: { id: license } }],
  };
}
