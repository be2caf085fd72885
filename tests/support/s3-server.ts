// SPDX-License-Identifier: Apache-2.0

import S3rver from '@20minutes/s3rver';

/** The only accepted credentials. */
const key = 'S3RVER';

export interface S3Server {
  /** The bucket, in the form of `OBJECTS_URL`. */
  url: string;
  close(): Promise<void>;
}

/**
 * A local S3 service with one empty bucket, stored in `folder`.
 * @param tls in PEM, to be served by HTTPS
 */
export async function startS3Server(folder: string, tls?: { key: string; cert: string }): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    // Its signature of the bucket's address lacks the trailing slash that Amazon's client sends, so this accepts any.
    // Unknown keys are refused.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'finalring' }],
    ...tls,
  });
  const { port } = await server.run();
  return {
    url: `${tls ? 'https' : 'http'}://${key}:${key}@127.0.0.1:${port}/finalring`,
    close: () => server.close(),
  };
}
