/** Name and version of the package that a runner fetches, without anything secret that its address may hold. */
import { tokenIn } from '../../common/secrets.ts';
import { isLocalPackage, type PackageRun, type Registry } from './package.ts';

export interface PackageIdentity {
  readonly registry: Registry | 'url';
  /** As the registry calls it; of an address, the host and the path. */
  readonly name: string;
  /** As written: a version, range, tag, or digest. Undefined: whatever is newest. */
  readonly version: string | undefined;
}

/** Returns undefined for a package on the disk, and if the name depends on a variable or holds a token. */
export function packageIdentity(run: PackageRun): PackageIdentity | undefined {
  if (isLocalPackage(run) || tokenIn(run.spec) !== undefined) return undefined;
  const { registry, spec } = run;
  if (/^(?:[a-z+]+:\/\/|git@|github:|gitlab:|bitbucket:)/i.test(spec)) return fromAddress(spec);
  if (registry === 'image') return fromImage(spec);
  const pattern =
    registry === 'python'
      ? /^([\w.-]+)(?:\[[^\]]*\])?\s*(?:@|[=~!<>]=?=?)?\s*(.*)$/
      : /^(@[^@/]+\/[^@]+|[^@]+)(?:@(.*))?$/;
  const [, name, version = ''] = pattern.exec(spec) ?? [];
  // Behind a name there can be an address, with all that it holds.
  return name === undefined ? undefined : { registry, name, version: /^$|[:/@]/.test(version) ? undefined : version };
}

/** User names, passwords, and queries are left out. */
function fromAddress(spec: string): PackageIdentity {
  const [address = '', revision] = spec.replace(/^([a-z+]+:\/\/)[^/]*@/i, '$1').split('#');
  const [, plain = '', tag] = /^([^?]*?)(?:@([\w.-]+))?(?:\?.*)?$/.exec(address.replace(/^git@/i, '')) ?? [];
  return { registry: 'url', name: plain.replace(/^[a-z+]+:\/\//i, ''), version: revision ?? tag };
}

function fromImage(spec: string): PackageIdentity {
  const [tagged = '', digest] = spec.split('@');
  const [, name = tagged, tag] = /^(.*?)(?::([\w.-]+))?$/.exec(tagged) ?? [];
  return { registry: 'image', name, version: digest ?? tag };
}
