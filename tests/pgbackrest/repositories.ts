// SPDX-License-Identifier: Apache-2.0

import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { createCertificate } from '../support/certificate.ts';
import { startS3Server } from '../support/s3-server.ts';

/** Where pgBackRest keeps backups and log. */
export interface Repository {
  /** Lines of its configuration. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

async function openFolder(folder: string): Promise<Repository> {
  return { settings: { 'repo1-path': join(folder, 'repository') }, close: async () => {} };
}

/** pgBackRest reaches buckets over TLS only. */
async function openBucket(folder: string): Promise<Repository> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = createCertificate(keys).toString('base64');
  const server = await startS3Server(join(folder, 'bucket'), {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  });
  const { username, password, hostname, port, pathname } = new URL(server.url);
  return {
    settings: {
      'repo1-type': 's3',
      'repo1-path': '/repository',
      'repo1-bundle': 'y',
      'repo1-s3-bucket': pathname.slice(1),
      'repo1-s3-endpoint': hostname,
      'repo1-storage-port': port,
      'repo1-s3-region': 'us-east-1',
      'repo1-s3-key': username,
      'repo1-s3-key-secret': password,
      'repo1-s3-uri-style': 'path',
      'repo1-storage-verify-tls': 'n',
    },
    close: server.close,
  };
}

export const repositories = { folder: openFolder, bucket: openBucket };
