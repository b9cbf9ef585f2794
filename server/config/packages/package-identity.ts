/** Name and version of the package that a runner fetches, without secrets that its URL may contain. */
import { tokenIn } from '../../../common/text/secrets.ts';
import { isLocalPackage, type PackageRun, type Registry } from './package.ts';

export interface PackageIdentity {
  readonly registry: Registry | 'url';
  /** Its name in the registry; for a URL, the host and the path. */
  readonly name: string;
  /** As written: a version, range, tag, or digest. Undefined if unspecified. */
  readonly version: string | undefined;
}

/** Returns undefined for a local package, and if the name depends on a variable or contains a token. */
export function packageIdentity(run: PackageRun): PackageIdentity | undefined {
  if (isLocalPackage(run) || tokenIn(run.spec) !== undefined) return undefined;
  const { registry, spec } = run;
  if (/^(?:[a-z+]+:\/\/|git@|github:|gitlab:|bitbucket:)/i.test(spec)) return fromAddress(spec);
  if (registry === 'image') return fromImage(spec);
  const pattern =
    registry === 'python' ? /^([\w.-]+)(?:\[[^\]]*\])?[\s@=~!<>]*(.*)$/s : /^(@[^@/]+\/[^@]+|[^@]+)(?:@(.*))?$/;
  const [, name, version = ''] = pattern.exec(spec) ?? [];
  // A name can be followed by a URL, which may contain secrets.
  return name === undefined ? undefined : { registry, name, version: /^$|[:/@]/.test(version) ? undefined : version };
}

/** Omits user names, passwords, and queries. */
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
