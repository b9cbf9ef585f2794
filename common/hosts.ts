/** Which hosts are this machine or a private one. Hosts are as `URL` normalizes them. */

/** True for the names and addresses of this machine that no editor sends through a proxy. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(host);
}

const thisMachine =
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::(?:1|(?:ffff:)?7f[\da-f]{2}:[\da-f]{1,4}|(?:ffff:)?0:0)?\])\.?$/i;

/** True for everything that can reach this machine, including forms that a proxy would get. */
export function isThisMachine(host: string): boolean {
  return thisMachine.test(host);
}

/** True for names that are local by convention, without a lookup. */
export function isLocalName(host: string): boolean {
  return /^localhost\.?$|\.(?:localhost|local|internal)\.?$/i.test(host);
}
