// SPDX-License-Identifier: Apache-2.0

import type { DataOf, Endpoint } from './endpoint.ts';

/** During maintenance every answer has this header: the planned end, ISO 8601. */
export const maintenanceHeader = 'x-maintenance-until';

/** The message of a successful response with this `data`. */
export function toMessage<E extends Endpoint>({ message }: E, data: DataOf<E>): string {
  return typeof message === 'string' ? message : message(data as never);
}

/** Splits `data` into the parts of a successful response (see `isList` in endpoint.ts). */
export function toAnswer({ isList }: Pick<Endpoint, 'isList'>, data: unknown): Record<string, unknown> {
  if (!isList) return { data };
  const { list, ...beside } = data as { list: unknown };
  return { data: list, ...beside };
}

/** The `data` of a successful response: the reverse of `toAnswer`. */
export function fromAnswer<E extends Endpoint>(endpoint: E, answer: Record<string, unknown>): DataOf<E> {
  const { message: _, success: __, data, ...beside } = answer;
  return (endpoint.isList ? { list: data, ...beside } : data) as DataOf<E>;
}
