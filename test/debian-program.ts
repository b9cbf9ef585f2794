/** Programs of Debian that tests need. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Parts of a run need packages at the same time, and apt-get fails instead of waiting while another one updates. */
const SCRIPT = `exec flock "$0" sh -c '
  command -v "$0" || { apt-get update && apt-get -o DPkg::Lock::Timeout=600 install --yes --no-install-recommends "$1"; }
' "$@"`;

/** Installs the Debian package of a program that isn't here, if the user may. */
export function installProgram(name: string, debianPackage: string): void {
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return;
  console.log(`${name} is not here: installing it (apt-get install ${debianPackage}) …`);
  const lock = path.join(tmpdir(), 'switchyard-apt.lock');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('sh', ['-c', SCRIPT, lock, name, debianPackage], { env, encoding: 'utf8' });
  if (status !== 0) console.error(stderr);
}

/** Returns the name of a program if it is installed, after installing its Debian package if the user may. */
export function debianProgram(name: string, debianPackage: string): string | undefined {
  const isHere = () => spawnSync(name, ['--version'], { encoding: 'utf8' }).status === 0;
  if (!isHere()) installProgram(name, debianPackage);
  return isHere() ? name : undefined;
}
