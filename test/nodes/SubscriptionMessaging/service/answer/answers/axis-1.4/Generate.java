import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.axis.AxisFault;
import org.apache.axis.Message;
import org.apache.axis.MessageContext;
import org.apache.axis.configuration.FileProvider;
import org.apache.axis.server.AxisServer;

/** Writes the answers of an Axis 1.4 server, multi-references as by default, into the folder given. */
public class Generate {
	public static class Address { public String city, street; public Integer zip; }
	public static class User { public String first_name, phone; public Address address; }
	public static class Subscriber { public String name, created_at, unsubdate; public int email; public Integer landline; public User user; }
	/** Written as an array because it is a property; Axis repeats the element for an array in a public field. */
	public static class SubscriberList {
		private Subscriber[] subscribers;
		public Subscriber[] getSubscribers() { return subscribers; }
		public void setSubscribers(Subscriber[] value) { subscribers = value; }
	}
	public static class SubscriberResponse { public boolean result; public int error_code; public String message; public SubscriberList response; }
	public static class Keyword { public String word; public int keyword_type; }
	public static class Group { public String name, keyword; public Integer ispublic; public Keyword[] keywords; }
	public static class Division { public String name, phone; public Address address; public Division[] divisions; public Group[] subscriptionnodes; }
	public static class DivisionResponse { public Boolean result; public Integer error_code; public String message; public Division response; }

	public static class Answers {
		/** Beans, some shared by several subscribers, and a list with a hole. */
		public SubscriberResponse getActiveSubscribers() {
			Address address = new Address();
			address.city = "Orém";
			address.street = "5 <A> & St\r\nRear";
			address.zip = 84057;
			SubscriberResponse answer = new SubscriberResponse();
			answer.result = true;
			answer.message = "Done";
			answer.response = new SubscriberList();
			answer.response.setSubscribers(new Subscriber[] { subscriber("Ann", "18015551001", address), null, subscriber("Zoë", "447700900123", address) });
			return answer;
		}

		public DivisionResponse getOrganizationTree() {
			DivisionResponse answer = new DivisionResponse();
			answer.result = true;
			answer.error_code = 0;
			answer.message = "Done";
			answer.response = division("Acme", division("North", division("North East")), division("South"));
			answer.response.subscriptionnodes = new Group[] { new Group() };
			Keyword keyword = new Keyword();
			keyword.word = "NSTAFF";
			keyword.keyword_type = 5;
			answer.response.subscriptionnodes[0].keywords = new Keyword[] { keyword, keyword };
			answer.response.subscriptionnodes[0].ispublic = 1;
			return answer;
		}

		/** Maps all the way down. */
		public Map<String, Object> getTransactionStatus() {
			Map<String, Object> detail = new LinkedHashMap<>();
			detail.put("sendTo", 18015550001L);
			detail.put("status_code", 100);
			detail.put("status_message", "Delivered");
			Map<String, Object> response = new LinkedHashMap<>();
			response.put("transactionlist", new Object[] { detail, detail });
			return envelope(true, 0, "Done", response);
		}

		public Map<String, Object> getDivisionGroups() { return envelope(false, 105, "Invalid keyword", null); }

		public int test() { return 1; }

		public String readTemplate() throws AxisFault { throw new AxisFault("The database is gone"); }

		private static Map<String, Object> envelope(boolean result, int code, String message, Object response) {
			Map<String, Object> answer = new LinkedHashMap<>();
			answer.put("result", result);
			answer.put("error_code", code);
			answer.put("message", message);
			answer.put("response", response);
			return answer;
		}

		private static Subscriber subscriber(String name, String phone, Address address) {
			Subscriber subscriber = new Subscriber();
			subscriber.name = "Staff";
			subscriber.created_at = "2011-02-03 04:05:06";
			subscriber.email = 1;
			subscriber.landline = 0;
			subscriber.user = new User();
			subscriber.user.first_name = name;
			subscriber.user.phone = phone;
			subscriber.user.address = address;
			return subscriber;
		}

		private static Division division(String name, Division... divisions) {
			Division division = new Division();
			division.name = name;
			division.divisions = divisions;
			return division;
		}
	}

	public static void main(String[] arguments) throws Exception {
		StringBuilder mappings = new StringBuilder();
		for (Class<?> bean : new Class<?>[] { Address.class, User.class, Subscriber.class, SubscriberList.class, SubscriberResponse.class, Keyword.class, Group.class, Division.class, DivisionResponse.class }) {
			mappings.append("<beanMapping qname='ns:WS" + bean.getSimpleName() + "' languageSpecificType='java:" + bean.getName() + "' xmlns:ns='urn:webservices2_0_0'/>");
		}
		String deployment = "<deployment xmlns='http://xml.apache.org/axis/wsdd/' xmlns:java='http://xml.apache.org/axis/wsdd/providers/java'>"
			+ "<service name='urn:webservices2_0_0' provider='java:RPC'><parameter name='className' value='" + Answers.class.getName() + "'/>"
			+ "<parameter name='allowedMethods' value='*'/>" + mappings + "</service></deployment>";
		AxisServer server = new AxisServer(new FileProvider(new ByteArrayInputStream(deployment.getBytes(StandardCharsets.UTF_8))));
		for (String operation : new String[] { "getActiveSubscribers", "getOrganizationTree", "getTransactionStatus", "getDivisionGroups", "test", "readTemplate" }) {
			MessageContext context = new MessageContext(server);
			context.setRequestMessage(new Message("<E:Envelope xmlns:E='http://schemas.xmlsoap.org/soap/envelope/'><E:Body><n:" + operation + " xmlns:n='urn:webservices2_0_0'/></E:Body></E:Envelope>"));
			Message answer;
			try {
				server.invoke(context);
				answer = context.getResponseMessage();
			} catch (AxisFault fault) {
				fault.clearFaultDetails();
				answer = new Message(fault);
				answer.setMessageContext(context);
			}
			Files.writeString(Path.of(arguments[0], operation + ".xml"), answer.getSOAPPartAsString());
		}
	}
}
