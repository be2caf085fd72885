// SPDX-License-Identifier: Apache-2.0

/**
 * Writes sandbox/described/stripe.json: Stripe's objects as described by the types of its package, which are generated
 * from its OpenAPI document. Contains only objects that the application uses; other referenced objects appear without
 * their fields.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ts } from '@ts-morph/common';

const root = fileURLToPath(new URL('../', import.meta.url));
const resources = `${root}node_modules/stripe/esm/resources/`;
const file = `${root}sandbox/described/stripe.json`;
/** By the value of their `object` field. */
const wanted: Record<string, { from: string; type: string }> = {
  payment_intent: { from: 'PaymentIntents', type: 'PaymentIntent' },
  charge: { from: 'Charges', type: 'Charge' },
  refund: { from: 'Refunds', type: 'Refund' },
  dispute: { from: 'Disputes', type: 'Dispute' },
  balance_transaction: { from: 'BalanceTransactions', type: 'BalanceTransaction' },
  webhook_endpoint: { from: 'WebhookEndpoints', type: 'WebhookEndpoint' },
  event: { from: 'Events', type: 'EventBase' },
};

type Schema = Record<string, unknown>;
const { TypeFlags } = ts;
const maxDepth = 3;
/** Fields with one part per payment method; we use only cards. */
const byWayToPay = new Set(['payment_method_options', 'payment_method_details', 'destination_details']);
const ofCards = new Set(['card', 'type']);

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  types: [],
};
/** Replaces the compiler's library files, which aren't available: all built-in types that Stripe's types need. */
const names = [
  'Boolean',
  'CallableFunction',
  'Function',
  'IArguments',
  'NewableFunction',
  'Number',
  'Object',
  'RegExp',
  'String',
];
const ownTypes = `type Record<Key extends string, Value> = { [Name in Key]: Value };interface Array<T> { length: number; [index: number]: T } ${names.map((name) => `interface ${name} {}`).join(' ')}`;
const host = ts.createCompilerHost(options);
const readSource = host.getSourceFile;
host.getDefaultLibFileName = () => '/own-types.d.ts';
host.getSourceFile = (path, version, ...rest) =>
  path === '/own-types.d.ts'
    ? ts.createSourceFile(path, ownTypes, version)
    : readSource(path, version, ...rest);

const program = ts.createProgram(
  Object.values(wanted).map(({ from }) => `${resources}${from}.d.ts`),
  options,
  host,
);
const checker = program.getTypeChecker();

/** A separate resource that another one references. */
const isResource = (type: ts.Type) => {
  const symbol = type.getProperty('object');
  const declared = symbol && checker.getTypeOfSymbol(symbol);
  return declared?.isStringLiteral() ?? false;
};

function toSchema(type: ts.Type, depth: number, isByWay = false): Schema {
  if (type.flags & TypeFlags.Null) return { type: 'null' };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.flags & TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
  if (type.flags & (TypeFlags.StringLike | TypeFlags.Intersection)) return { type: 'string' };
  if (type.flags & TypeFlags.NumberLike) return { type: 'number' };
  if (type.flags & TypeFlags.BooleanLike) return { type: 'boolean' };
  if (type.isUnion()) return describeUnion(type, depth, isByWay);
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return { type: 'array', items: item ? toSchema(item, depth) : {} };
  }
  const fields = type.getProperties();
  const values = type.getStringIndexType();
  if (values) return { type: 'object', additionalProperties: toSchema(values, depth) };
  if (depth >= maxDepth || (depth > 0 && isResource(type)) || fields.length === 0) return { type: 'object' };
  return describeObject(fields, depth, isByWay);
}

function describeUnion(type: ts.UnionType, depth: number, isByWay: boolean): Schema {
  // `OtherString` represents values of later versions, which a stand-in doesn't have.
  const parts = type.types.filter(({ flags }) => !(flags & (TypeFlags.Undefined | TypeFlags.Intersection)));
  const literals = parts.filter((part) => part.isStringLiteral());
  const others = parts
    .filter((part) => !part.isStringLiteral())
    .map((part) => toSchema(part, depth, isByWay));
  const isBoolean = others.filter((part) => typeof part.const === 'boolean').length === 2;
  const choices = [
    ...(literals.length > 0 ? [{ enum: literals.map((part) => part.value).sort() }] : []),
    ...(isBoolean ? [{ type: 'boolean' }] : []),
    ...others.filter((part) => !isBoolean || typeof part.const !== 'boolean'),
  ];
  return choices.length === 1 ? (choices[0] as Schema) : { anyOf: choices };
}

function describeObject(all: readonly ts.Symbol[], depth: number, isByWay: boolean): Schema {
  const fields = isByWay ? all.filter(({ name }) => ofCards.has(name)) : all;
  const described = fields.map((field) => ({
    name: field.name,
    isOptional: (field.flags & ts.SymbolFlags.Optional) !== 0,
    schema: toSchema(checker.getTypeOfSymbol(field), depth + 1, byWayToPay.has(field.name)),
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(described.map(({ name, schema }) => [name, schema])),
    required: described.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    additionalProperties: false,
  };
}

function describeStripe(): object {
  const { version } = JSON.parse(readFileSync(`${root}node_modules/stripe/package.json`, 'utf8'));
  const openApi = readFileSync(`${root}node_modules/stripe/OPENAPI_VERSION`, 'utf8').trim();
  const schemas = Object.entries(wanted).map(([name, { from, type }]) => {
    const source = program.getSourceFile(`${resources}${from}.d.ts`);
    const found = source?.statements.find(
      (statement): statement is ts.InterfaceDeclaration =>
        ts.isInterfaceDeclaration(statement) && statement.name.text === type,
    );
    if (!found) throw new Error(`stripe ${version} has no ${type} in ${from}.d.ts`);
    return [name, toSchema(checker.getTypeAtLocation(found), 0)];
  });
  return {
    source: `npm package stripe ${version}, made by Stripe from its OpenAPI document ${openApi}`,
    schemas: Object.fromEntries(schemas),
  };
}

const described = JSON.stringify(describeStripe(), null, 1);
if (!process.argv.includes('--check')) writeFileSync(file, `${described}\n`);
// The formatter may have changed the layout.
else if (JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 1) !== described) {
  console.error('sandbox/described/stripe.json is out of date. Run: node scripts/record-stripe.ts');
  process.exitCode = 1;
}
