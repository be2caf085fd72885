// SPDX-License-Identifier: Apache-2.0

/** A position in PostgreSQL's write-ahead log, in its notation: `0/16B3740`. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

/** Fixed length, so that names sort by position. */
export const lsnName = (lsn: bigint) => lsn.toString(16).padStart(16, '0');

/** The file name of a log segment, by which PostgreSQL requests it. */
export function segmentName(timeline: number, lsn: bigint, segmentBytes: bigint): string {
  const number = lsn / segmentBytes;
  const perLog = 0x1_0000_0000n / segmentBytes;
  const parts = [BigInt(timeline), number / perLog, number % perLog];
  return parts
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('')
    .toUpperCase();
}
