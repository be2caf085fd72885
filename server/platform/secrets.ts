import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A 256-bit key for one purpose, so that no two uses of the application's secret share a key. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `finalring/${purpose}`, 32));
}

/** The sandbox's secret: made once and kept in the data folder, so that sessions outlive a restart. */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'app-secret');
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}
