#!/usr/bin/env python3
"""A stand-in for the Met Collection API on the loopback, for tests: real sockets, real faults.

    met_server.py DATA        DATA holds met_objects.json, met_objects_all.json, met_api_samples.json

It prints its address and serves until its stdin ends. Under the address:

    public/collection/v1/search?q=…, public/collection/v1/objects/ID     as the API has them
    json/items         an array in an object, with ETag and `Cache-Control: max-age=120`
    json/private       the same for `Authorization: Bearer sesame`, else 401
    json/redirect/N    N redirects, then json/items; json/redirect/loop never ends
    http/echo          the headers of the request, by name in lower case
    http/to?url=URL    a redirect to any address
    http/wait?ms=N     an answer after a while
    http/hints         103 (early hints) and then an answer whose header X-Part comes twice
    http/coded/NAME    a body in gzip or deflate; `wrong`: says gzip and is none; `bomb`: 64 MiB
                       of blanks in gzip
    http/headers       an answer whose headers do not end
    control?fault=NAME&times=N&only=TEXT
                       the fault of the next N answers (of all, without N) to paths that hold the
                       text; none: off; `clear` forgets what was asked
    stats              what was asked: counts, and the most requests in any one second

Faults: slow (nothing comes), truncated, limited (429, Retry-After: 1), barred (429, Retry-After:
3600), wrong (no JSON), endless (a body without end), reset, broken (500), gone (404).
"""
import gzip
import json
import socket
import struct
import sys
import threading
import time
import unicodedata
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

API = "/public/collection/v1/"


def folded(text):
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def stem(word):
    """`peonies` and `peony` are one word to the API, which is fuzzy about endings."""
    for ending in ("ies", "y", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)]
    return word


class Collection:
    def __init__(self, folder):
        self.objects = {}
        for name in ("met_objects_all.json", "met_objects.json"):
            for item in json.loads((folder / name).read_text()):
                self.add(item)
        samples = json.loads((folder / "met_api_samples.json").read_text())
        for sample in samples["raw_objects"]:
            self.add(sample["body"])
        self.departments = {}
        for answer in samples["other_responses"]:
            for department in (answer["body"] or {}).get("departments", []):
                self.departments[department["departmentId"]] = department["displayName"]
        self.bad_id = {"message": samples["bad_id"]["message"]}
        self.words = {
            number: [stem(word) for word in folded(self.text(item)).split()]
            for number, item in self.objects.items()
        }

    def add(self, item):
        if item.get("objectID"):
            self.objects[item["objectID"]] = {
                key: value for key, value in item.items() if not key.startswith("_")
            }

    @staticmethod
    def text(item):
        fields = ("title", "creditLine", "artistDisplayName", "culture", "medium")
        joined = " ".join(str(item.get(field, "")) for field in fields)
        return "".join(c if c.isalnum() else " " for c in joined)

    def search(self, query):
        def one(name):
            return query.get(name, [None])[0]

        words = [stem(word) for word in folded(one("q") or "").split()]
        found = []
        for number, item in self.objects.items():
            if not all(any(have.startswith(w) for have in self.words[number]) for w in words):
                continue
            if one("title") == "true" and not all(w in folded(item["title"]) for w in words):
                continue
            if one("isHighlight") == "true" and not item.get("isHighlight"):
                continue
            department = one("departmentId")
            if department and item.get("department") != self.departments.get(int(department)):
                continue
            if one("dateBegin") and one("dateEnd"):
                begin, end = item.get("objectBeginDate"), item.get("objectEndDate")
                if begin is None or end < int(one("dateBegin")) or begin > int(one("dateEnd")):
                    continue
            found.append(number)
        return {"total": len(found), "objectIDs": sorted(found) or None}


class Statistics:
    def __init__(self):
        self.lock = threading.Lock()
        self.clear()

    def clear(self):
        self.times, self.paths, self.queries, self.unmodified = [], [], [], 0
        self.only = ""
        self.fault, self.left, self.sent, self.active, self.most_active = None, None, 0, 0, 0

    def report(self):
        first, most = 0, 0
        for last, moment in enumerate(self.times):
            while moment - self.times[first] >= 1:
                first += 1
            most = max(most, last - first + 1)
        return {
            "requests": len(self.times),
            "searches": sum(path == API + "search" for path in self.paths),
            "objects": sum(path.startswith(API + "objects/") for path in self.paths),
            "json": sum(path.startswith("/json/") for path in self.paths),
            "unmodified": self.unmodified,
            "most_in_a_second": most,
            "most_at_once": self.most_active,
            "queries": self.queries,
            "sent": self.sent,
        }


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    collection = None
    statistics = Statistics()

    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        if url.path == "/stats":
            with self.statistics.lock:
                return self.answer(200, self.statistics.report())
        if url.path == "/control":
            return self.control(query)
        with self.statistics.lock:
            self.statistics.times.append(time.monotonic())
            self.statistics.paths.append(url.path)
            if url.path == API + "search":
                self.statistics.queries.append(url.query)
            fault = self.statistics.fault if self.statistics.only in url.path else None
            if fault and self.statistics.left is not None:
                self.statistics.left -= 1
                if self.statistics.left <= 0:
                    self.statistics.fault = None
            self.statistics.active += 1
            self.statistics.most_active = max(
                self.statistics.most_active, self.statistics.active)
        try:
            if fault:
                getattr(self, "fault_" + fault)()
            else:
                self.serve(url.path, query)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with self.statistics.lock:
                self.statistics.active -= 1

    def control(self, query):
        with self.statistics.lock:
            if "clear" in query:
                self.statistics.clear()
            fault = query.get("fault", ["none"])[0]
            self.statistics.fault = None if fault == "none" else fault
            self.statistics.only = query.get("only", [""])[0]
            times = query.get("times")
            self.statistics.left = int(times[0]) if times else None
        self.answer(200, {})

    def serve(self, path, query):
        if path == API + "search":
            if "q" not in query:
                return self.answer(400, {"message": "q is missing"})
            return self.answer(200, self.collection.search(query))
        if path.startswith(API + "objects/"):
            number = path[len(API + "objects/"):]
            if not number.isdigit():
                return self.answer(400, self.collection.bad_id)
            item = self.collection.objects.get(int(number))
            if item is None:
                return self.answer(404, {"message": "Not a valid object"})
            return self.answer(200, item)
        items = {"data": {"items": [{"title": "First", "id": 1}, {"title": "Second", "id": 2}]}}
        if path == "/json/items":
            return self.answer(200, items, {"Cache-Control": "max-age=120"})
        if path == "/json/private":
            if self.headers.get("Authorization") != "Bearer sesame":
                return self.answer(401, {"message": "who are you?"})
            return self.answer(200, items)
        if path.startswith("/json/redirect/"):
            left = path.rsplit("/", 1)[1]
            if left == "loop":
                return self.answer(302, {}, {"Location": "/json/redirect/loop"})
            target = f"/json/redirect/{int(left) - 1}" if int(left) > 1 else "/json/items"
            return self.answer(302, {}, {"Location": target})
        if path.startswith("/http/"):
            return self.serve_http(path[len("/http/"):], query)
        return self.answer(404, {"message": "not found"})

    def serve_http(self, name, query):
        if name == "echo":
            return self.answer(200, {key.lower(): text for key, text in self.headers.items()})
        if name == "to":
            return self.answer(302, {}, {"Location": query["url"][0]})
        if name == "wait":
            time.sleep(int(query["ms"][0]) / 1000)
            return self.answer(200, {})
        if name == "hints":
            self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nX-Part: none\r\n\r\n")
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Part: one\r\nContent-Length: 2\r\n")
            self.wfile.write(b"X-PART:\ttwo \r\n\r\n{}")
            return
        if name == "headers":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                self.wfile.write(b"X-More: and more\r\n" * 1000)
        text = b'{"coded": true}'
        bodies = {
            "gzip": lambda: gzip.compress(text),
            "deflate": lambda: zlib.compress(text),
            "wrong": lambda: text,
            "bomb": lambda: gzip.compress(b" " * (64 << 20), 6),
        }
        name = name.removeprefix("coded/")
        body = bodies[name]()
        self.send_response(200)
        self.send_header("Content-Encoding", "deflate" if name == "deflate" else "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self, status, value, headers=None):
        body = json.dumps(value, ensure_ascii=False).encode()
        tag = '"%08x"' % (hash(body) & 0xFFFFFFFF)
        if status == 200 and self.headers.get("If-None-Match") == tag:
            with self.statistics.lock:
                self.statistics.unmodified += 1
            self.send_response(304)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        self.send_response(status)
        if status == 200:
            self.send_header("ETag", tag)
        self.send_header("Content-Type", "application/json; charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    # Faults

    def fault_slow(self):
        time.sleep(60)

    def fault_truncated(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"total": 2, "objectIDs": [1')
        self.close_connection = True

    def fault_limited(self):
        self.answer(429, {"message": "too many requests"}, {"Retry-After": "1"})

    def fault_barred(self):
        self.answer(429, {"message": "too many requests"}, {"Retry-After": "3600"})

    def fault_wrong(self):
        body = b"<!DOCTYPE html><title>We are moving house</title>"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def fault_endless(self):
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        self.wfile.write(b"[")
        piece = b'"again and again", ' * 4096
        while True:
            self.wfile.write(piece)
            with self.statistics.lock:
                self.statistics.sent += len(piece)

    def fault_reset(self):
        self.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def fault_broken(self):
        self.answer(500, {"message": "out of order"})

    def fault_gone(self):
        self.answer(404, {"message": "Not a valid object"})


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        pass


def main():
    Handler.collection = Collection(Path(sys.argv[1]))
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    sys.stdin.read()  # whoever started it ends it by ending


if __name__ == "__main__":
    main()
