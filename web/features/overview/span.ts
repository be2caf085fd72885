// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import {
  type Comparison,
  comparisonFault,
  comparisons,
  countDays,
  daysQuery,
} from '../../../contract/overview-admin.ts';

/** Whole days in UTC as YYYY-MM-DD, both inclusive. */
export interface Span {
  from: string;
  to: string;
}

export const presets = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
] as const;
export type Preset = (typeof presets)[number]['value'];

const presetDays: Record<Preset, number> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 };
export const firstPreset: Preset = '30d';
export const firstComparison: Comparison = 'previous';
const dayMs = 24 * 60 * 60_000;

export interface ChosenSpan {
  /** The chosen preset; null for custom dates. */
  preset: Preset | null;
  /** The values of the fields. */
  from: string;
  to: string;
  /** Why these dates are invalid; empty if they are valid. */
  fault: string;
}

/** The span in the address: `from` and `to`, or a preset in `span`, whose days move with time. */
export function spanFrom(address: URLSearchParams, now: number): ChosenSpan {
  const [from, to] = [address.get('from'), address.get('to')];
  if (from !== null || to !== null) return ownSpan({ from: from ?? '', to: to ?? '' });
  const preset = presets.find(({ value }) => value === address.get('span'))?.value ?? firstPreset;
  return { preset, ...presetSpan(preset, now), fault: '' };
}

function ownSpan(span: Span): ChosenSpan {
  const { error } = daysQuery.safeParse(span);
  const isMissing = !isDay(span.from) || !isDay(span.to);
  const fault = isMissing ? 'Choose the first and last day' : (error?.issues[0]?.message ?? '');
  return { preset: null, ...span, fault };
}

/** The comparison in the address. Default, and for spans too long for the chosen one: the days before. */
export function comparisonFrom(address: URLSearchParams, span: Span): Comparison {
  const asked = comparisons.find((comparison) => comparison === address.get('compare'));
  return asked && !comparisonFault(span, asked) ? asked : firstComparison;
}

function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success;
}

function presetSpan(preset: Preset, now: number): Span {
  return { from: getDay(now - (presetDays[preset] - 1) * dayMs), to: getDay(now) };
}

/** The UTC day of a timestamp. */
export function getDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Every day from the first to the last. */
export function listDays(span: Span): string[] {
  return Array.from({ length: countDays(span) }, (_, index) => addDays(span.from, index));
}

export function addDays(day: string, days: number): string {
  return getDay(Date.parse(day) + days * dayMs);
}
