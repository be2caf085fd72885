// SPDX-License-Identifier: Apache-2.0

let isTraced = false;

/** A tracing server says so in each answer. */
export function noteTracing({ headers }: Response): void {
  isTraced ||= headers.has('traceresponse');
}

/** Adds a W3C Trace Context to a request if the server traces, so that its work can be linked to this call. */
export function withTraceParent(init: RequestInit): RequestInit {
  if (!isTraced) return init;
  const random = crypto.getRandomValues(new Uint8Array(24));
  const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const traceparent = `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`;
  return { ...init, headers: { ...(init.headers as Record<string, string>), traceparent } };
}
