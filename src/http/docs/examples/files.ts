import { EDGES, PHOTO, SMALLER } from "./things.ts";

/** Files as the API shows them. */
export const PHOTO_FILE = {
  id: PHOTO,
  name: "photo.jpg",
  kind: "image",
  mediaType: "image/jpeg",
  bytes: 72996,
  sha256: "91b677d83baac14f4f67fc0e58e5e9c6a38ce7fe10c924e674f92dbde12f7435",
  createdAt: "2026-11-22T06:20:43.328Z",
  url: `https://impresario.example/v1/resources/${PHOTO}?t=00000000000a11ce&expires=1795417200&signature=070a0c46a33659c70d2da57292397047`,
  urlExpiresAt: "2026-11-23T07:00:00.000Z",
};

export const EDGES_FILE = {
  id: EDGES,
  name: "canny-control-0.png",
  kind: "image/canny",
  mediaType: "image/png",
  bytes: 4700,
  sha256: "1dc7399fcfe4db3c9fc82010c370b497e41d0d77a491a1853e3231c5d5c8e8c9",
  createdAt: "2026-11-22T06:20:44.008Z",
  url: `https://impresario.example/v1/resources/${EDGES}?t=00000000000a11ce&expires=1795417200&signature=fc2b760114e5584c9742f4001e10a1ed`,
  urlExpiresAt: "2026-11-23T07:00:00.000Z",
};

export const SMALLER_FILE = {
  id: SMALLER,
  name: "image-editing-0.png",
  kind: "image",
  mediaType: "image/png",
  bytes: 3655,
  sha256: "5fa1c323f7930c323a41a75e098bc4036245a9694d443a7ccef51a390d2f65cb",
  createdAt: "2026-11-22T06:20:50.987Z",
  url: `https://impresario.example/v1/resources/${SMALLER}?t=00000000000a11ce&expires=1795417200&signature=1c88a31dd3e6d2c367b6f35cc34936aa`,
  urlExpiresAt: "2026-11-23T07:00:00.000Z",
};
