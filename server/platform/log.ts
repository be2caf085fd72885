// SPDX-License-Identifier: Apache-2.0

import pino, { type DestinationStream, type LoggerOptions } from 'pino';
import { requestIdOfCall, spanOfCall } from './call-context.ts';
import { currentTracer } from './tracing.ts';

export type Logger = pino.Logger;

const maxErrors = 20;

/** Marks a request's logger, which already has the id. */
export const carriesRequestId = Symbol('carries the request id');

/** An error's own data, without the objects that libraries attach: those contain connections and data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    name,
    message,
    code,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
    ...(Array.isArray(errors) && describeErrors(errors)),
  };
}

/** The errors of an AggregateError, shortened: a job that fails for hundreds must not fill the log. */
function describeErrors(errors: readonly unknown[]): object {
  const first = errors.slice(0, maxErrors).map(describeError);
  return { errors: first, ...(errors.length > maxErrors && { errorsInAll: errors.length }) };
}

function idOfCall(logger: object): object {
  return carriesRequestId in logger ? {} : { requestId: requestIdOfCall() };
}

/** Links a trace to its log lines, and a line to its trace. */
function idsOfSpan(): object {
  const span = currentTracer() && spanOfCall();
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}

export interface CopiedOutput extends DestinationStream {
  copyTo(read: (line: string) => void): void;
}

/** Standard output, plus a second reader of each line once one is set. */
export function copiedOutput(output: DestinationStream = pino.destination(1)): CopiedOutput {
  let copy: ((line: string) => void) | undefined;
  return {
    write(line) {
      output.write(line);
      copy?.(line);
    },
    copyTo(read) {
      copy = read;
    },
  };
}

/**
 * JSON lines on standard output, without secrets or personal data: requests are logged by route, not by address
 * (queries contain codes and tokens), and known secret fields are removed wherever they appear. Lines logged during a
 * request, or a job that it enqueued, have the request's id.
 * @param destination writes lines there instead
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    mixin: (_line, _level, logger) => ({ ...idOfCall(logger), ...idsOfSpan() }),
    redact: {
      // Removes headers entirely: a library that logs its input (at `trace`) would otherwise reveal the session's
      // token.
      paths: [
        ...['authorization', 'cookie', 'headers', 'token', 'email', 'epicId'],
        ...['*.authorization', '*.cookie', '*.headers', '*.token', '*.email', '*.epicId'],
      ],
      remove: true,
    },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}
