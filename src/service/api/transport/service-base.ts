/** The base URL that a client uses, and the other meaning of one that ends in `/v1`. */
import { trimEndOf } from '../../../../common/text/trim.ts';

/**
 * All paths of the API begin with `/v1`, and other programs want a base URL with it. So a URL that ends in `/v1` is used
 * as typed, and without it if nothing is there.
 */
export class ServiceBase {
  #url: string;
  #other: string | undefined;

  constructor({ href }: URL) {
    this.#url = trimEndOf(href, '/');
    this.#other = withoutVersion(this.#url);
  }

  /** Without a trailing slash. */
  get url(): string {
    return this.#url;
  }

  /** The URL to try if nothing is at `url`; undefined once one of both has answered. */
  get other(): string | undefined {
    return this.#other;
  }

  /** Uses only this URL from now on. */
  settle(url: string): void {
    this.#url = url;
    this.#other = undefined;
  }
}

/** Returns a base URL without its final `/v1`; undefined if it has none. */
export function withoutVersion(href: string): string | undefined {
  return URL.parse(href)?.pathname.endsWith('/v1') ? trimEndOf(href.slice(0, -'/v1'.length), '/') : undefined;
}
