import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Returns the name of a program if it is installed, after installing its Debian package if the user may. */
export function debianProgram(name: string, debianPackage: string): string | undefined {
  const isHere = () => spawnSync(name, ['--version'], { encoding: 'utf8' }).status === 0;
  if (isHere()) return name;
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  console.log(`${name} is not here: installing it (apt-get install ${debianPackage}) …`);
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', debianPackage]])
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return isHere() ? name : undefined;
}
