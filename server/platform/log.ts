import pino from 'pino';

export type Logger = pino.Logger;

/** What is known of an error, without the objects that libraries hang on it: those hold connections and data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, code, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}

/**
 * JSON lines on standard output. Secrets and personal data never get here: requests are logged by route, not by
 * address (queries carry codes and tokens), and known secret fields are cut out wherever they stand.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: ['authorization', 'cookie', '*.authorization', '*.cookie', '*.token', '*.email', '*.epicId'],
      remove: true,
    },
    serializers: { err: describeError },
  });
}
