// SPDX-License-Identifier: Apache-2.0

/** A way to break a piece of SQL: replaces the text between two offsets. */
export interface SqlMutant {
  from: number;
  to: number;
  replacement: string;
}

const swaps: Record<string, string> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '+',
  true: 'false',
  false: 'true',
  or: 'and',
  asc: 'desc',
  desc: 'asc',
  least: 'greatest',
  greatest: 'least',
  min: 'max',
  max: 'min',
};

/** Not code, or not to be changed: comments, strings, quoted names, interpolated values (`${...}`), casts. */
const skipped = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$\{|::\s*\w+(?:\[\])?/y;
const word = /[a-z_][\w$]*/iy;
/** Encloses a function's body. */
const dollarQuote = /\$(?:[a-z_]\w*)?\$/iy;
const number = /\d+(?![\w.])/y;
const operator = /[-+*/<>=~!@#%^&|`?:]+/y;
const lock = /for (?:no key update|key share|update|share)(?: of \w+)?(?: skip locked)?/iy;
/** Words that end a condition which began with `and`. */
const ends = new Set(
  'and or order group limit returning for then union except on when else end loop offset having window'.split(
    ' ',
  ),
);

interface Token {
  text: string;
  from: number;
  to: number;
  depth: number;
}

/** The end of an interpolated value, including all braces inside it. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const passed = take(skipped);
    if (passed) {
      at = passed === '${' ? endOfValue(text, at + 1) : at + passed.length;
      continue;
    }
    const found =
      take(lock) ?? take(dollarQuote) ?? take(word) ?? take(number) ?? take(operator) ?? (text[at] as string);
    if (found === '(') depth++;
    if (found.trim()) tokens.push({ text: found.toLowerCase(), from: at, to: at + found.length, depth });
    if (found === ')') depth--;
    at += found.length;
  }
  return tokens;
}

/**
 * The end of the condition whose `and` is the token at `place`, including a string or value at its end, which is no token.
 */
function endOfCondition(text: string, tokens: readonly Token[], place: number): number {
  const { from } = tokens[place] as Token;
  const next = tokens[nextAfterCondition(tokens, place)]?.from ?? text.length;
  return from + text.slice(from, next).trimEnd().length;
}

/** The index of the token that ends it. */
function nextAfterCondition(tokens: readonly Token[], place: number): number {
  const { depth } = tokens[place] as Token;
  let isBetween = false;
  for (let next = place + 1; next < tokens.length; next++) {
    const token = tokens[next] as Token;
    const isEnd = token.text === ';' || /^\$.*\$$/.test(token.text);
    const isOver = token.depth < depth || (token.text === ')' && token.depth === depth) || isEnd;
    if (token.text === 'between') isBetween = true;
    else if (isOver || (token.depth === depth && (ends.has(token.text) || token.text.startsWith('for ')))) {
      if (token.text !== 'and' || !isBetween) return next;
      isBetween = false;
    }
  }
  return tokens.length;
}

const comparing = new Set(['where', 'and', 'or', 'on', 'when', 'if', 'having', 'not', 'filter']);

/** Whether an `=` compares: in `set a = b`, or in `raise ... using message = a`, it assigns. */
function compares(tokens: readonly Token[], place: number): boolean {
  const { depth } = tokens[place] as Token;
  let endedCases = 0;
  for (let before = place - 1; before >= 0; before--) {
    const { text, depth: its } = tokens[before] as Token;
    if (its > depth) continue;
    // The content of `case ... end` says nothing about what follows it.
    if (text === 'end') endedCases++;
    if (endedCases > 0) {
      if (text === 'case') endedCases--;
      continue;
    }
    if (text === 'set' || (text === 'using' && tokens[before + 1]?.text !== '(')) return false;
    if (comparing.has(text) || text === 'select' || text === 'case' || text === ';' || text === '(')
      return true;
  }
  return true;
}

function mutantsAt(whole: string, tokens: readonly Token[], place: number): SqlMutant[] {
  const { text, from, to } = tokens[place] as Token;
  const after = tokens[place + 1]?.text;
  if (text.startsWith('for ') && to - from > 4) return [{ from, to, replacement: '' }];
  if (text === 'and') {
    const isOfBetween = tokens.slice(Math.max(0, place - 4), place).some((token) => token.text === 'between');
    if (isOfBetween) return [];
    return [
      { from, to: endOfCondition(whole, tokens, place), replacement: '' },
      { from, to, replacement: 'or' },
    ];
  }
  if (text === 'is' || text === 'distinct') {
    if (text === 'distinct' && tokens[place - 1]?.text !== 'select') return [];
    if (text === 'distinct') return after === 'on' ? [] : [{ from, to, replacement: '' }];
    const isNot = after === 'not';
    return [{ from, to: isNot ? (tokens[place + 1] as Token).to : to, replacement: isNot ? 'is' : 'is not' }];
  }
  if (text === 'exists') {
    const before = tokens[place - 1];
    return before?.text === 'not'
      ? [{ from: before.from, to, replacement: 'exists' }]
      : [{ from, to, replacement: 'not exists' }];
  }
  if (/^\d+$/.test(text)) return [{ from, to, replacement: String(Number(text) + 1) }];
  if (text === '=' && !compares(tokens, place)) return [];
  // `count(*)`, `select *`, a sign, a name that only looks like a function.
  if (text === '*' && ['(', 'select', '.', ','].includes(tokens[place - 1]?.text ?? '')) return [];
  if (text === '-' && !/^[\w)]/.test(tokens[place - 1]?.text.at(-1) ?? '')) return [];
  if (/^(min|max|least|greatest)$/.test(text) && after !== '(') return [];
  const replacement = Object.hasOwn(swaps, text) ? swaps[text] : undefined;
  return replacement === undefined ? [] : [{ from, to, replacement }];
}

/**
 * Every way in which a piece of SQL is broken: locks and conditions dropped, comparisons, sums, booleans, orders and
 * extremes reversed, whole numbers raised by one. The same text gives the same list.
 */
export function sqlMutants(text: string): SqlMutant[] {
  const tokens = tokenise(text);
  return tokens.flatMap((_, place) => mutantsAt(text, tokens, place));
}

export function applied(text: string, { from, to, replacement }: SqlMutant): string {
  return `${text.slice(0, from)}${replacement}${text.slice(to)}`;
}
