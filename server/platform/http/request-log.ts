import type { FastifyBaseLogger } from 'fastify';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * The logger of one request, with its id. Made only when something is said: most requests say nothing, and making
 * one took about a thirtieth of a short call.
 */
export function requestLogger(
  logger: FastifyBaseLogger,
  bindings: Record<string, unknown>,
): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const own = () => {
    made ??= logger.child(bindings);
    return made;
  };
  const lazy = {
    level: logger.level,
    child: (...args: Parameters<FastifyBaseLogger['child']>) => own().child(...args),
  } as FastifyBaseLogger;
  for (const level of levels) {
    lazy[level] = (...args: unknown[]) => (own()[level] as (...args: unknown[]) => void)(...args);
  }
  return lazy;
}
