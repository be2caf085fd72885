import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Uploads are files in one folder, each named by its content: a file never changes, may be cached for ever, and can be
 * written twice. The one place to replace by an object store.
 */
export interface Storage {
  /** The folder that holds everything. */
  readonly folder: string;
  /**
   * Writes files, all of them whole or none at all, and lets them outlive a loss of power. One that is there already
   * stays. Refuses `storage_full`.
   */
  keep(files: readonly StoredFile[]): Promise<Refusal | undefined>;
}

export interface StoredFile {
  name: string;
  content: Buffer;
}

/** What the system says where no more can be written: of the disk, of a quota, of a limit of the process. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a name may be: folders and a file, without anything that could lead out of the folder. */
export const storedName = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function writeDraft(draft: string, content: Buffer): Promise<void> {
  const handle = await open(draft, 'wx', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the folder's entry of a file outlive a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

export function createStorage(folder: string): Storage {
  /** Nothing gets its name before everything is written: where room runs out, nothing is left behind. */
  async function writeAll(files: readonly { file: string; content: Buffer }[]): Promise<void> {
    const drafts = files.map(({ file, content }) => ({ file, content, draft: `${file}.${randomUUID()}` }));
    try {
      const written = await Promise.allSettled(
        drafts.map(({ draft, content }) => writeDraft(draft, content)),
      );
      for (const outcome of written) if (outcome.status === 'rejected') throw outcome.reason;
      for (const { draft, file } of drafts) await rename(draft, file);
    } catch (error) {
      await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
      throw error;
    }
  }

  return {
    folder,
    async keep(files) {
      const fresh: { file: string; content: Buffer }[] = [];
      for (const { name, content } of files) {
        if (!storedName.test(name)) throw new Error(`no file may be called ${name}`);
        const file = join(folder, name);
        if (!(await exists(file))) fresh.push({ file, content });
      }
      const folders = [...new Set(fresh.map(({ file }) => dirname(file)))];
      try {
        for (const path of folders) await mkdir(path, { recursive: true });
        await writeAll(fresh);
        for (const path of folders) await syncFolder(path);
        return undefined;
      } catch (error) {
        if (noRoom.has((error as NodeJS.ErrnoException).code ?? '')) return refuse('storage_full');
        throw error;
      }
    },
  };
}
