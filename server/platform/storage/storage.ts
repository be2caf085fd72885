import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Where uploads are kept: files below one folder, each under a name that follows from its content. So a file never
 * changes, may be cached for ever, and writing it twice is no harm. The one place to replace by an object store.
 */
export interface Storage {
  /** The folder that holds everything. */
  readonly folder: string;
  /** Writes a file whole or not at all, and lets it outlive a loss of power. One that is there already stays. */
  keep(name: string, content: Buffer): Promise<void>;
}

/** What a name may be: folders and a file, without anything that could lead out of the folder. */
export const storedName = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function writeWhole(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o644);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Makes the folder's entry of a file outlive a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

export function createStorage(folder: string): Storage {
  return {
    folder,
    async keep(name, content) {
      if (!storedName.test(name)) throw new Error(`no file may be called ${name}`);
      const file = join(folder, name);
      if (await exists(file)) return;
      await mkdir(dirname(file), { recursive: true });
      await writeWhole(file, content);
      await syncFolder(dirname(file));
    },
  };
}
