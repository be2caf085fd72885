// SPDX-License-Identifier: Apache-2.0

import { Gauge, type Registry } from 'prom-client';
import { type Disk, readDisk } from '../disk.ts';

/** Gauges for the disk of DATA_DIR, where the built-in database and pictures are; none if the folder does not exist. */
export function gaugeDisk(registry: Registry, dataDir: string): void {
  const add = (name: string, help: string, toValue: (disk: Disk) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await readDisk(dataDir);
        // A gauge without labels would report 0, which means a full disk.
        if (disk) this.set(toValue(disk));
        else this.remove();
      },
    });
  add('data_disk_free_bytes', 'Free bytes on the disk of DATA_DIR', (disk) => disk.freeBytes);
  add('data_disk_size_bytes', 'Size of the disk of DATA_DIR in bytes', (disk) => disk.sizeBytes);
}
