// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { booksApi } from '../../../contract/books-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { type BooksDeps, readBooks } from './read-books.ts';
import { readOutstanding } from './read-outstanding.ts';

export function booksRoutes(app: FastifyInstance, deps: BooksDeps): void {
  mount(app, booksApi.read, ({ query }) => readBooks(query.month, deps), {
    isLong: true,
    limit: { name: 'books', max: 60, windowSeconds: 60, by: 'player' },
  });
  mount(app, booksApi.readOutstanding, ({ query }) => readOutstanding(query.on, deps), {
    isLong: true,
    limit: { name: 'books-outstanding', max: 60, windowSeconds: 60, by: 'player' },
  });
}
