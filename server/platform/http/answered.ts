// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';

/** A call that has been answered, by its route; nothing about the caller. */
export interface Answered {
  method: string;
  /** As registered, with parameter names; 'none' for an unknown address. */
  route: string;
  status: number;
  /** From request to answer. */
  seconds: number;
}

export type ReportAnswer = (answered: Answered) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Registers a listener that is called for every answer. */
    onAnswered(listener: ReportAnswer): void;
  }
}

/**
 * Lets others listen to every answer (`onAnswered`).
 * @returns a function that reports an answer not sent by Fastify
 */
export function addAnswered(app: FastifyInstance): ReportAnswer {
  const listeners: ReportAnswer[] = [];
  const tell: ReportAnswer = (answered) => {
    for (const listener of listeners) listener(answered);
  };
  app.decorate('onAnswered', (listener: ReportAnswer) => void listeners.push(listener));
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions;
    tell({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
  return tell;
}
