// SPDX-License-Identifier: Apache-2.0

import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { gameIds } from '../contract/games/games.ts';
import { parsePlace, placeForm } from './platform/objects/place.ts';
import { toHosts } from './platform/postgres/hosts.ts';
import { secretsOfRing } from './platform/secrets.ts';
import { type StatsBaseUrls, type StatsKeys, statsSettings } from './providers/games/settings.ts';

export const flag = z.enum(['0', '1']).transform((value) => value === '1');
export const port = z.coerce.number().int().min(0).max(65_535);
export const count = z.coerce.number().int().min(0);
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean),
);

/** Games beside the first, separated by commas. */
export const moreGames = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(gameIds)).min(1));

export const secrets = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.length > 0 && parts.every((part) => part.startsWith('whsec_')), {
    message: 'must be one or more signing secrets (whsec_...), separated by commas',
  });

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && more.length === 0;
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:\/\/./i.test(text);

/**
 * An address with its scheme. Checked explicitly, since `localhost:8080` parses as an address with the scheme
 * "localhost".
 */
export const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that begins with https:// or http://');

const statsKey = /^(?<key>[^:]+)(?::(?<rate>\d+(?:[.]\d+)?))?$/;
/** `key`, or `key:rate,key:rate`; a rate is in requests per second. */
const ratedKeys = (grantedRate: number) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => statsKey.exec(part.trim())?.groups))
    .transform((parts) =>
      parts.map((part) => ({ key: part?.key ?? '', requestsPerSecond: Number(part?.rate ?? grantedRate) })),
    )
    .refine(
      (keys) => keys.every(({ key, requestsPerSecond: rate }) => key !== '' && rate > 0 && rate <= 1000),
      'must be a key, or key:rate,key:rate ... with rates of up to 1000 requests a second',
    )
    .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, 'names a key twice');

const oneKey = (requestsPerSecond: number) =>
  z
    .string()
    .min(1)
    .transform((key) => [{ key, requestsPerSecond }]);

/** Where the statistics of each game are read, and by which keys. */
export const statsAddresses = Object.fromEntries(
  Object.values(statsSettings).map(({ baseUrlName, baseUrl }) => [baseUrlName, webAddress.default(baseUrl)]),
) as Record<keyof StatsBaseUrls, ReturnType<typeof webAddress.default>>;
export const statsKeys = Object.fromEntries(
  Object.values(statsSettings).map(({ keysName, hasRates, grantedRate }) => [
    keysName,
    (hasRates ? ratedKeys : oneKey)(grantedRate).optional(),
  ]),
) as Record<keyof StatsKeys, z.ZodOptional<ReturnType<typeof ratedKeys>>>;

/** The app and the card provider must be at the root of their origin. */
export const origin = webAddress.refine(
  (text) => !isWebAddress(text) || new URL(text).pathname === '/',
  'must have no path',
);

/** @param schemes allowed before `://` */
export const serverAddress = (schemes: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.some((scheme) => text.startsWith(`${scheme}://`)),
      `must look like ${example}; write special characters in the password as %..`,
    );

/** One host or several; one of several is the primary. */
export const databaseAddress = z
  .string()
  .refine(
    (text) => toHosts(text).every((url) => URL.canParse(url) && /^postgres(ql)?:\/\/./.test(url)),
    'must look like postgresql://user:password@host:5432/name, with several hosts host:5432,other:5432; write special characters in the password as %..',
  );

/**
 * A number of proxies, or their addresses. Never "all": the client writes the first entry of X-Forwarded-For, and could
 * then choose the address that rate limits count.
 */
export const proxies = z
  .string()
  .trim()
  .refine((text) => /^\d?$/.test(text) || text.split(',').every((part) => isNetwork(part.trim())), {
    message: 'must be the number of proxies in front, or their addresses and ranges separated by commas',
  })
  .transform((text) => (/^\d?$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())));

/** One secret, or several separated by commas, newest first (platform/secrets.ts). */
export const secretRing = z
  .string()
  .min(
    32,
    'must be 32 random characters or more; to replace a secret, give several, newest first, separated by commas',
  )
  .refine((text) => new Set(secretsOfRing(text)).size === secretsOfRing(text).length, 'names a secret twice')
  .transform((text) => secretsOfRing(text).join(','));

/** `id:base64` pairs separated by commas, 32 bytes each; the first one encrypts. */
export const keyRing = z
  .string()
  .transform((text) =>
    text.split(',').map((pair) => {
      const [id = '', key = '', ...more] = pair.trim().split(':');
      return { id, key: Buffer.from(key, 'base64'), isPair: more.length === 0 };
    }),
  )
  .refine(
    (keys) => keys.every(({ id, key, isPair }) => /^[\w-]{1,40}$/.test(id) && key.length === 32 && isPair),
    {
      message: 'must be id:base64 pairs separated by commas, each key 32 bytes (openssl rand -base64 32)',
    },
  )
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'names a key twice')
  .transform((keys) => keys.map(({ id, key }) => ({ id, key })));

export function isPrivateKey(text: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return Buffer.from(text, 'base64url').length === 32;
  } catch {
    return false;
  }
}

/** Where objects are stored: a folder, or an S3-compatible service. */
export const place = z.string().transform((text, context) => {
  const parsed = parsePlace(text);
  if (!parsed) context.addIssue({ code: 'custom', message: placeForm });
  return parsed ?? z.NEVER;
});

const mustBeAbsolute = 'must be an absolute path, so that every process and command uses the same folder';

export const wholePath = z.string().refine(isAbsolute, mustBeAbsolute);

/** An outside place; a path must be absolute, so that all processes use the same folder. */
export const wholePlace = place.refine(
  (found) => found.kind !== 'folder' || isAbsolute(found.path),
  mustBeAbsolute,
);

export const linkAddress = z.url({
  protocol: /^https$/,
  message: 'must be an address that begins with https:',
});

/** Several addresses separated by commas. */
export const webAddresses = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(linkAddress).max(8));
