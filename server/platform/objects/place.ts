// SPDX-License-Identifier: Apache-2.0

import { isLoopback } from '../loopback.ts';

/** The storage of objects, parsed from an environment variable. */
export type Place =
  | { kind: 'folder'; path: string }
  | {
      kind: 's3';
      endpoint: string;
      region: string;
      bucket: string;
      /** Precedes each name: empty, or ending with a slash. */
      prefix: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export const placeForm =
  'must be a folder, or https://KEY:SECRET@host/bucket (write special characters in them as %..)';

/** Services without regions accept this one. */
const anyRegion = 'us-east-1';

function parseService(text: string): Place | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSecure || !bucket || !url.username || !url.password) return undefined;
  const prefix = folders.map((folder) => `${folder}/`).join('');
  if (!/^[\w.-]+$/.test(bucket) || !/^([\w.-]+\/)*$/.test(prefix)) return undefined;
  return {
    kind: 's3',
    endpoint: url.origin,
    region: url.searchParams.get('region') ?? anyRegion,
    bucket,
    prefix,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Accepts a folder's path, or `https://KEY:SECRET@host/bucket/folder?region=...`. Undefined for anything else. */
export function parsePlace(text: string): Place | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return parseService(text);
  return text.trim() === '' ? undefined : { kind: 'folder', path: text };
}
