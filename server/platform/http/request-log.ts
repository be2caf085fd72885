// SPDX-License-Identifier: Apache-2.0

import type { FastifyBaseLogger } from 'fastify';
import { carriesRequestId } from '../log.ts';

type Said = never[];

/**
 * The logger of one request, with its id. The real one is made only when something is said: most requests say
 * nothing, and making one took about a thirtieth of a short call. A class, so that a request costs one object.
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
 * The server's logger, whose children are those of its requests. Not a `childLoggerFactory`: Fastify looks at each method of
 * what that makes, for every request.
 */
export function serverLogger(parent: FastifyBaseLogger): FastifyBaseLogger {
  const withChildren = (child: FastifyBaseLogger['child']): FastifyBaseLogger =>
    Object.create(parent, { child: { value: child } });
  // Fastify makes one child when it starts, for serializers of its own, and those of requests from that.
  return withChildren(() => withChildren((bindings) => requestLogger(parent, bindings)));
}
