// SPDX-License-Identifier: Apache-2.0

import type { FastifyBaseLogger } from 'fastify';
import { carriesRequestId } from '../log.ts';

type Said = never[];

/**
 * The logger of one request, with its id. The real logger is only created for the first line: most requests log
 * nothing, and creating one took about a thirtieth of a short call. A class, so that a request costs one object.
 */
class RequestLogger {
  readonly level: string;
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #own: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.level = parent.level;
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get #logger(): FastifyBaseLogger {
    this.#own ??= Object.assign(this.#parent.child(this.#bindings), { [carriesRequestId]: true });
    return this.#own;
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#logger.child(...args);
  }
  fatal(...said: Said): void {
    this.#logger.fatal(...(said as unknown as [string]));
  }
  error(...said: Said): void {
    this.#logger.error(...(said as unknown as [string]));
  }
  warn(...said: Said): void {
    this.#logger.warn(...(said as unknown as [string]));
  }
  info(...said: Said): void {
    this.#logger.info(...(said as unknown as [string]));
  }
  debug(...said: Said): void {
    this.#logger.debug(...(said as unknown as [string]));
  }
  trace(...said: Said): void {
    this.#logger.trace(...(said as unknown as [string]));
  }
  silent(): void {}
}

export function requestLogger(
  parent: FastifyBaseLogger,
  bindings: Record<string, unknown>,
): FastifyBaseLogger {
  return new RequestLogger(parent, bindings) as unknown as FastifyBaseLogger;
}

/**
 * The server's logger, whose children are the requests' loggers. Not a `childLoggerFactory`: Fastify checks every
 * method of that factory's result for each request.
 */
export function serverLogger(parent: FastifyBaseLogger): FastifyBaseLogger {
  const withChildren = (child: FastifyBaseLogger['child']): FastifyBaseLogger =>
    Object.create(parent, { child: { value: child } });
  // At start, Fastify makes one child, for its own serializers, and derives the requests' children from it.
  return withChildren(() => withChildren((bindings) => requestLogger(parent, bindings)));
}
