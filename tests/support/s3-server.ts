// SPDX-License-Identifier: Apache-2.0

import S3rver from '@20minutes/s3rver';

/** What the stand-in takes, and nothing else. */
const key = 'S3RVER';

export interface S3Server {
  /** As `OBJECTS_URL` would name its bucket. */
  url: string;
  close(): Promise<void>;
}

/** A service on this machine that speaks S3, with one empty bucket, which it keeps in `folder`. */
export async function startS3Server(folder: string): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    // It signs a bucket's address without the slash at its end that Amazon's client sends. Unknown keys are refused.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'finalring' }],
  });
  const { port } = await server.run();
  return {
    url: `http://${key}:${key}@127.0.0.1:${port}/finalring`,
    close: () => server.close(),
  };
}
