import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { MAX_RESOURCE_BYTES } from "../../../src/domain/resources.ts";
import { useServer } from "../use-server.ts";

const { url } = useServer();

describe("a client that reads no answer before it has sent its whole file", () => {
  it("is told that the file is too large", async () => {
    const { hostname, port } = new URL(url());
    const socket = connect(Number(port), hostname);
    const size = MAX_RESOURCE_BYTES + 1;
    socket.write(
      `POST /v1/resources HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\ncontent-length: ${size}\r\n\r\n`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write(new Uint8Array(size), () => resolve());
    });
    const answer = await text(socket);
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 413 Payload Too Large");
    expect(answer).toContain('"code":"resource-too-large"');
  });
});
