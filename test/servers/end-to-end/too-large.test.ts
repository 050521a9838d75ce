import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { MAX_RESOURCE_BYTES } from "../../../src/domain/resources.ts";
import { useServer } from "../use-server.ts";

const { url } = useServer();

describe("a client that reads no answer before it has sent its whole body", () => {
  it.each<readonly [what: string, path: string, headers: string, size: number, status: string, code: string]>([
    ["file is too large", "/v1/resources", "", MAX_RESOURCE_BYTES + 1, "413 Payload Too Large", "resource-too-large"],
    [
      "body is of another type",
      "/v1/runs",
      "content-type: text/plain\r\n",
      1024 * 1024,
      "415 Unsupported Media Type",
      "unsupported-media-type",
    ],
  ])("is told that its %s", async (_, path, headers, size, status, code) => {
    const { hostname, port } = new URL(url());
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n${headers}content-length: ${size}\r\n\r\n`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write(new Uint8Array(size), () => resolve());
    });
    const answer = await text(socket);
    expect(answer.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toContain(`"code":"${code}"`);
  });
});
