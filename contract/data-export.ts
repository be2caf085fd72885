// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';

export const dataExportStatuses = ['queued', 'working', 'ready', 'failed', 'expired'] as const;

/** An archive of all data held about a player, in progress or ready. */
export const dataExport = z.object({
  _id: id,
  status: z.enum(dataExportStatuses),
  /** Number of sections written so far. */
  sectionsDone: amount,
  sectionCount: amount,
  askedAt: timestamp,
  /** When it became ready or failed for good. */
  endedAt: timestamp.nullable(),
  /** Size of the archive, once it is ready. */
  bytes: amount.nullable(),
  /** When the download expires. */
  expiresAt: timestamp.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

export const dataExportState = z.object({
  latest: dataExport.nullable(),
  /** How many exports a player may request within 24 hours. */
  perDay: amount,
  leftToday: amount,
});
export type DataExportState = z.infer<typeof dataExportState>;

/** Everything held about the caller in one archive, made by a job (docs/rules/export.md). */
export const dataExportApi = {
  state: endpoint({
    method: 'GET',
    path: '/auth/export',
    access: 'signed-in',
    summary: 'Get your latest data export',
    data: dataExportState,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/auth/export',
    access: 'signed-in',
    idempotent: true,
    summary: 'Ask for a data export',
    message: 'Your export is on its way',
    data: dataExport,
    refusals: ['too_many_exports'],
  }),
  archive: endpoint({
    method: 'GET',
    path: '/auth/export/:id/archive',
    access: 'signed-in',
    summary: 'Download your data export',
    params: z.object({ id }),
    file: 'application/zip',
    data: z.custom<Blob>(),
    refusals: ['not_found', 'export_expired'],
  }),
};
