import pino from 'pino';

export type Logger = pino.Logger;

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
    serializers: { err: pino.stdSerializers.err },
  });
}
