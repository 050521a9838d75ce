import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkUrl, isPublicAddress } from "../../src/resources/safe-url.ts";

const UNSAFE: readonly string[] = [
  // 127.0.0.1 in every notation that a URL parser or a C library reads.
  "http://127.0.0.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.0.0.1/",
  "http://0177.0.0.1/",
  "http://0177.0x0.0.1/",
  "http://127.1/",
  "http://127.0.1/",
  "http://127.0.0.1./",
  "http://%31%32%37.0.0.1/",
  "http://１２７.０.０.１/",
  "http://127。0。0。1/",
  "http://①②⑦.⓪.⓪.①/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::127.0.0.1]/",
  "http://[64:ff9b:1::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http:127.0.0.1",
  "http:\\\\127.0.0.1\\",
  "http://127.0.0.1:8080/x?y#z",
  // Other private, reserved and special addresses.
  "http://0.0.0.0/",
  "http://0/",
  "http://10.0.0.1/",
  "http://172.16.5.4/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://0xa9fea9fe/",
  "http://[fd00:ec2::254]/",
  // What clouds answer their own machines at: Azure, Alibaba, Oracle, Google, IBM.
  "http://168.63.129.16/machine?comp=goalstate",
  "http://168.63.129.16:32526/vmSettings",
  "http://2822734096/",
  "http://0xa83f8110/",
  "http://0250.077.0201.020/",
  "http://168.63.33040/",
  "http://168.63.129.16./",
  "http://[::ffff:168.63.129.16]/",
  "http://[::ffff:a83f:8110]/",
  "http://[::168.63.129.16]/",
  "http://[64:ff9b::168.63.129.16]/",
  "http://[64:ff9b:1::a83f:8110]/",
  "http://[2002:a83f:8110::]/",
  "http://100.100.100.200/",
  "http://[2002:6464:64c8::]/",
  "http://192.0.0.192/",
  "http://[fd20:ce::254]/",
  "http://161.26.0.10/",
  "http://166.9.8.1/",
  "http://100.64.0.1/",
  "http://192.0.2.1/",
  "http://198.18.0.1/",
  "http://224.0.0.1/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  "http://[::]/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://[ff02::1]/",
  "http://[fec0::1]/",
  "http://[2001:db8::1]/",
  "http://[2001::7f00:1]/",
  "http://[4000::1]/",
  // Names.
  "http://localhost/",
  "http://LOCALHOST:3000/",
  "http://localhost./",
  "http://LocalHost../",
  "http://ｌｏｃａｌｈｏｓｔ/",
  "http://a.localhost/",
  "http://printer.local/",
  "http://metadata.google.internal/",
  "http://router.home.arpa/",
  "http://intranet/",
  "http://intranet./",
  // Other schemes, credentials, nonsense.
  "ftp://example.com/a.png",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "gopher://example.com/",
  "http://user:pass@example.com/",
  "http://example.com@127.0.0.1/",
  "http://@/",
  "http://",
  "https://exa mple.com/",
  "http://[::1",
  "not a url",
  "",
  `https://example.com/${"a".repeat(5000)}`,
];

const SAFE: readonly string[] = [
  "https://example.com/a.png",
  "http://example.com:8080/a?b=c",
  "https://EXAMPLE.com./a",
  "https://8.8.8.8/",
  "https://[2606:4700:4700::1111]/",
  "https://münchen.example/bild.jpg",
  "https://localhost.example.com/",
  "https://local.host.example/",
];

describe("checking a user's URL", () => {
  it.each(UNSAFE)("refuses %j", (url) => {
    const checked = checkUrl(url, []);
    expect(checked).toMatchObject({ ok: false, error: { code: "unsafe-url" } });
  });

  it.each(SAFE)("lets %j through", (url) => {
    expect(checkUrl(url, []).ok).toBe(true);
  });

  it("exempts exactly the host and port that the deployment names", () => {
    const allowed = ["127.0.0.1:8790", "Files.Internal:80"];
    expect(checkUrl("http://127.0.0.1:8790/a", allowed).ok).toBe(true);
    expect(checkUrl("http://127.1:8790/a", allowed).ok).toBe(true);
    expect(checkUrl("http://files.internal/a", allowed).ok).toBe(true);
    expect(checkUrl("http://127.0.0.1:8791/a", allowed).ok).toBe(false);
    expect(checkUrl("http://127.0.0.1/a", allowed).ok).toBe(false);
    expect(checkUrl("https://files.internal/a", allowed).ok).toBe(false);
    expect(checkUrl("ftp://127.0.0.1:8790/a", allowed).ok).toBe(false);
  });

  it("refuses every address of the private IPv4 ranges, however it is written", () => {
    const RANGES = [0x0a000000, 0x7f000000, 0xac100000, 0xc0a80000, 0xa9fe0000] as const;
    fc.assert(
      fc.property(fc.constantFrom(...RANGES), fc.nat(0xffff), fc.nat(4), (base, offset, notation) => {
        const address = base + offset;
        const bytes = [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff);
        const spellings = [
          bytes.join("."),
          String(address),
          `0x${address.toString(16)}`,
          bytes.map((byte) => `0${byte.toString(8)}`).join("."),
          `[::ffff:${bytes.join(".")}]`,
        ];
        expect(checkUrl(`http://${spellings[notation]}/`, []).ok).toBe(false);
      }),
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((host) => `http://${host}/`),
        ),
        (text) => {
          expect(typeof checkUrl(text, []).ok).toBe("boolean");
        },
      ),
    );
  });
});

describe("a public address", () => {
  it.each(["8.8.8.8", "168.63.129.15", "168.63.129.17", "161.25.255.255", "166.12.0.0", "1.1.1.1", "2606:4700::1"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each(["10.1.2.3", "::ffff:8.8.8.8", "fe80::1%eth0", "example.com", "", "64:ff9b::808:808"])(
    "is not %j",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});
