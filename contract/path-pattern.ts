// SPDX-License-Identifier: Apache-2.0

/**
 * Converts a router's pattern to the source of a regular expression: `:name` is one path segment, `:name?` an optional
 * one, and `*` anything after it.
 */
export function patternSource(pattern: string): string {
  const parts = pattern.split('/').filter(Boolean);
  const sources = parts.map((part) => {
    if (part === '*') return '/.*';
    if (part.startsWith(':')) return part.endsWith('?') ? '(/[^/]+)?' : '/[^/]+';
    return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
  });
  return sources.join('') || '/';
}
