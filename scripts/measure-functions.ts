// SPDX-License-Identifier: Apache-2.0

import { parseSync } from '@swc/core';

interface Node {
  type: string;
  span: { start: number; end: number };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'span' in value;

const functions = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodProperty'],
  ...['ClassMethod', 'PrivateMethod', 'Constructor', 'GetterProperty', 'SetterProperty'],
]);
const markup = new Set(['JSXElement', 'JSXFragment']);

/** The number of line breaks before each byte. */
function countBreaks(source: Buffer): Uint32Array {
  const counts = new Uint32Array(source.length + 1);
  for (let at = 0; at < source.length; at++) counts[at + 1] = (counts[at] ?? 0) + (source[at] === 10 ? 1 : 0);
  return counts;
}

/** A file's functions with their own line counts. A function without a name gets the name of its container. */
export function measureFunctions(text: string, file: string): { name: string; lines: number }[] {
  // Positions continue across files, so the first statement's position is this file's start.
  const source = Buffer.from(`;${text}`);
  const tree = parseSync(source.toString(), { syntax: 'typescript', tsx: file.endsWith('x') });
  const base = tree.body[0]?.span.start ?? 0;
  const breaksBefore = countBreaks(source);
  const breaksIn = ({ start, end }: Node['span']) =>
    (breaksBefore[end - base] ?? 0) - (breaksBefore[start - base] ?? 0);
  const found: { name: string; lines: number }[] = [];

  /** @returns the line breaks in `value` that belong to functions and markup */
  const visit = (value: unknown, name: string): number => {
    if (Array.isArray(value)) return value.reduce((sum, one) => sum + visit(one, name), 0);
    if (typeof value !== 'object' || value === null) return 0;
    const known = getName(value) ?? name;
    const inside = Object.values(value).reduce((sum: number, one) => sum + visit(one, known), 0);
    if (!isNode(value)) return inside;
    if (functions.has(value.type)) {
      const all = breaksIn(value.span);
      found.push({ name: known, lines: all - inside + 1 });
      return all;
    }
    return markup.has(value.type) ? breaksIn(value.span) : inside;
  };
  visit(tree.body, '(unnamed)');
  return found;
}

/** `const name = ...`, `function name`, `name: ...`. */
function getName(node: object): string | undefined {
  const { id, identifier, key } = node as Record<string, { value?: unknown } | null | undefined>;
  const name = (id ?? identifier ?? key)?.value;
  return typeof name === 'string' ? name : undefined;
}
